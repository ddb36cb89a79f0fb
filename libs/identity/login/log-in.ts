import { Injectable } from '@nestjs/common';
import { LoginFailed } from '../model/errors.js';
import { normalEmail } from '../model/person.js';
import { AccountRepository } from '../storage/account.repository.js';
import { FailedLogins } from './failed-logins.js';
import { type LoggedIn, type LoginClient, OpenSession } from './open-session.js';
import { Passwords } from './passwords.js';

/**
 * Starts a session. An unknown email, a disabled account and a wrong password get the same answer after the same time.
 * @throws LoginFailed · LoginLimited · HashQueueFull · SecondFactorRequired
 */
@Injectable()
export class LogIn {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly failed: FailedLogins,
    private readonly sessions: OpenSession,
  ) {}

  async execute(givenEmail: string, password: string, client: LoginClient): Promise<LoggedIn> {
    const email = normalEmail(givenEmail);
    const found = await this.accounts.byEmail(email);
    const attempt = this.failed.attemptOf(email, found, client);
    const account = found?.disabledAt ? null : found;
    const matches = await this.passwords.verify(password, account?.passwordHash, attempt);
    if (!account || !matches) {
      const reason = !found ? 'unknown email' : found.disabledAt ? 'disabled account' : 'wrong password';
      await this.failed.record({ email, account: found, reason }, client);
      throw new LoginFailed();
    }
    return this.sessions.afterFirstFactor(account, client, 'password');
  }
}
