import { Injectable } from '@nestjs/common';
import { type Actor, audit, Clock, Database, newId, Unauthenticated } from '#platform';
import { type Account, normalEmail } from '../model/person.js';
import { hashOfToken, newToken } from '../model/session.js';
import { AccountRepository } from '../storage/account.repository.js';
import { beginSession } from '../storage/sessions.js';
import { LoginLimits } from './login-limits.js';
import { Passwords } from './passwords.js';

/** Whoever is at the other end: an address, and what the browser calls itself. */
export interface Visitor {
  address: string;
  agent: string | null;
}

const LONGEST_AGENT = 200;

/**
 * Begins a session. Somebody who is not known, is disabled or has another password gets the same answer after the same
 * time.
 * @throws LoginFailed · LoginLimited
 */
@Injectable()
export class LogIn {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly limits: LoginLimits,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(given: string, password: string, visitor: Visitor): Promise<{ token: string; account: Account }> {
    const email = normalEmail(given);
    await this.limits.count(email, visitor.address);
    const found = await this.accounts.byEmail(email);
    const account = found?.disabledAt ? null : found;
    const matches = await this.passwords.matches(password, account?.passwordHash);
    if (!account || !matches) throw new LoginFailed();
    const token = await this.begin(account, visitor);
    await this.limits.forget(email, visitor.address);
    return { token, account };
  }

  /** @throws LoginFailed when the account is not any more what the password was held against */
  private async begin(account: Account, { address, agent }: Visitor): Promise<string> {
    const [token, id, now] = [newToken(), newId('ses'), this.clock.now()];
    const by: Actor = { id: account.id, name: account.email, address };
    await this.database.transaction(async tx => {
      const person = { person: account.id, password: account.passwordHash };
      const visit = { address, agent: agent?.slice(0, LONGEST_AGENT) ?? null };
      if (!(await beginSession(tx, { id, hash: hashOfToken(token), ...person, ...visit, now })))
        throw new LoginFailed();
      await audit(tx, by, { action: 'session.begin', subject: id }, now);
    });
    return token;
  }
}

class LoginFailed extends Unauthenticated {
  constructor() {
    super('LOGIN_FAILED', 'The email address or the password is wrong.');
  }
}
