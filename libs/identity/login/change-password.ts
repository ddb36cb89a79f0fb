import { Injectable } from '@nestjs/common';
import type { LoggedInPerson } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { WrongPassword } from '../model/errors.js';
import { checkPassword } from '../model/password.js';
import type { Account } from '../model/person.js';
import { AccountRepository } from '../storage/account.repository.js';
import { endAccess, type EndedAccess } from '../storage/end-access.js';
import { endLinks } from '../storage/link.repository.js';
import { KnownDevices } from './known-devices.js';
import { Passwords } from './passwords.js';

/**
 * Sets a new password for the logged-in person, ends their other sessions and links, and revokes their access tokens.
 * @throws WrongPassword · WeakPassword · HashQueueFull
 */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly devices: KnownDevices,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a new device token, too: those issued for the old password are no longer valid.
   * @param confirmed the account as `ConfirmPerson` has checked it
   */
  async execute(
    person: LoggedInPerson,
    confirmed: Account,
    wanted: string,
  ): Promise<{ deviceToken: string; ended: EndedAccess }> {
    await checkPassword(wanted, confirmed.email);
    const passwordHash = await this.passwords.hash(wanted);
    const change = { action: 'person.change-password', at: this.clock.now() };
    const { account, ended } = await this.accounts.change(confirmed.id, person, change, async (latest, tx) => {
      // Credentials that were set since the account was read must not be overwritten.
      const isUnchanged = latest.passwordHash === confirmed.passwordHash && latest.generation === confirmed.generation;
      if (!isUnchanged) throw new WrongPassword();
      latest.passwordHash = passwordHash;
      await endLinks(tx, latest.id, 'obsolete', change.at);
      return endAccess(tx, latest, change.at, person.sessionId);
    });
    return { deviceToken: this.devices.issueToken(account), ended };
  }
}
