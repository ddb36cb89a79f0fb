import { Injectable } from '@nestjs/common';
import { Clock, type Person } from '#platform';
import { WrongPassword } from '../model/person.js';
import { checkPassword } from '../model/password.js';
import { AccountRepository } from '../storage/account.repository.js';
import { endOtherSessions } from '../storage/sessions.js';
import { LoginLimits } from './login-limits.js';
import { Passwords } from './passwords.js';

/**
 * Gives a person another password, and ends all their other sessions.
 * @throws WrongPassword · WeakPassword · LoginLimited
 */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly limits: LoginLimits,
    private readonly clock: Clock,
  ) {}

  async execute(person: Person, current: string, wanted: string): Promise<void> {
    checkPassword(wanted, person.name);
    const address = person.address ?? '';
    await this.limits.count(person.name, address);
    const account = await this.accounts.byEmail(person.name);
    if (!account || !(await this.passwords.matches(current, account.passwordHash))) throw new WrongPassword();
    const passwordHash = await this.passwords.hash(wanted);
    const change = { action: 'person.change-password', at: this.clock.now() };
    await this.accounts.change(account.id, person, change, async (known, tx) => {
      // Somebody else may have changed it since it was looked at, and theirs is to stay.
      if (known.passwordHash !== account.passwordHash) throw new WrongPassword();
      known.passwordHash = passwordHash;
      await endOtherSessions(tx, known.id, person.sessionId);
    });
    await this.limits.forget(person.name, address);
  }
}
