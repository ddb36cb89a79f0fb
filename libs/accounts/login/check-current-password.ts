import { Injectable } from '@nestjs/common';
import type { LoggedInPerson } from '#access';
import { WrongPassword } from '../model/errors.js';
import { sessionAttempt } from '../model/login-attempt.js';
import type { Account } from '../model/person.js';
import { AccountRepository } from '../storage/account.repository.js';
import { Passwords } from './passwords.js';

/** Asks a logged-in person for their password before a change of their login. Wrong ones count against the session. */
@Injectable()
export class CheckCurrentPassword {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
  ) {}

  /** @throws WrongPassword · LoginLimited · HashQueueFull */
  async execute(person: LoggedInPerson, password: string): Promise<Account> {
    const account = await this.accounts.byEmail(person.name);
    const attempt = sessionAttempt(person.sessionId);
    if (!account || !(await this.passwords.verify(password, account.passwordHash, attempt))) throw new WrongPassword();
    return account;
  }
}
