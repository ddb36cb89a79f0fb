import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Secrets } from '#platform/secrets';
import type { Account } from '../model/person.js';
import { LoginExpired } from '../model/errors.js';
import { hashOfToken } from '../model/session.js';
import { AccountRepository } from '../storage/account.repository.js';
import type { FirstFactor } from './open-session.js';

export const PENDING_SECONDS = 5 * 60;

const CONTEXT = 'accounts pending login';

interface PendingLogin {
  personId: string;
  factor: FirstFactor;
  /** Binds the login to the password: a new password ends it. */
  password: string;
  expires: number;
}

/**
 * Logins that wait for a second factor. A token is sealed and needs no table, so that any process can finish the login;
 * codes, not tokens, work only once.
 */
@Injectable()
export class PendingLogins {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  issueToken({ id, passwordHash }: Account, factor: FirstFactor): string {
    const expires = this.clock.millis() + PENDING_SECONDS * 1_000;
    const login: PendingLogin = { personId: id, factor, password: hashOfToken(passwordHash), expires };
    return Buffer.from(this.secrets.seal(JSON.stringify(login), CONTEXT).sealed, 'base64').toString('base64url');
  }

  /**
   * Returns the person of a token, and how the login began.
   * @throws LoginExpired also if the person was disabled or got another password
   */
  async resume(token: string | undefined): Promise<{ account: Account; first: FirstFactor }> {
    const login = this.open(token);
    const account = login && (await this.accounts.byId(login.personId));
    if (!account || account.disabledAt || hashOfToken(account.passwordHash) !== login.password)
      throw new LoginExpired();
    return { account, first: login.factor };
  }

  private open(token: string | undefined): PendingLogin | undefined {
    try {
      const login = JSON.parse(this.secrets.open(token ?? '', CONTEXT)) as PendingLogin;
      return login.expires > this.clock.millis() ? login : undefined;
    } catch {
      return undefined;
    }
  }
}

/** The factors of a login for the audit log, which leaves out passwords. */
export const factorsOf = (first: FirstFactor, second: string): string =>
  first === 'password' ? second : `${first}, ${second}`;
