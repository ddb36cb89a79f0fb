import { Injectable } from '@nestjs/common';
import type { LoggedInPerson } from '#access';
import { Clock } from '#platform/clock';
import { sessionAttempt } from '../model/login-attempt.js';
import { WrongPassword } from '../model/errors.js';
import { checkPassword } from '../model/password.js';
import { AccountRepository } from '../storage/account.repository.js';
import { endLinks } from '../storage/link.repository.js';
import { endOtherSessions } from '../storage/sessions.js';
import { KnownDevices } from './known-devices.js';
import { Passwords } from './passwords.js';

/**
 * Sets a new password for the logged-in person and ends their other sessions. Wrong passwords count against the session,
 * so that strangers who lock the account cannot prevent the change.
 * @throws WrongPassword · WeakPassword · LoginLimited · HashQueueFull
 */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly devices: KnownDevices,
    private readonly clock: Clock,
  ) {}

  /** Returns a new device token: those issued for the old password are no longer valid. */
  async execute(person: LoggedInPerson, current: string, wanted: string): Promise<string> {
    await checkPassword(wanted, person.name);
    const account = await this.accounts.byEmail(person.name);
    const attempt = sessionAttempt(person.sessionId);
    if (!account || !(await this.passwords.verify(current, account.passwordHash, attempt))) throw new WrongPassword();
    const passwordHash = await this.passwords.hash(wanted);
    const change = { action: 'person.change-password', at: this.clock.now() };
    const changed = await this.accounts.change(account.id, person, change, async (latest, tx) => {
      // A password that was set since the account was read must not be overwritten.
      if (latest.passwordHash !== account.passwordHash) throw new WrongPassword();
      latest.passwordHash = passwordHash;
      await endOtherSessions(tx, latest.id, person.sessionId);
      await endLinks(tx, latest.id, 'obsolete', change.at);
    });
    return this.devices.issueToken(changed);
  }
}
