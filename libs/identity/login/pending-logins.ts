import { Injectable } from '@nestjs/common';
import { hashOfSecret } from '#platform/model';
import { Clock } from '#platform/process/clock';
import { Secrets } from '#platform/security/secrets';
import type { Account } from '../model/person.js';
import { LoginExpired } from '../model/errors.js';
import { AccountRepository } from '../storage/account.repository.js';
import type { FirstFactor } from './open-session.js';

export const PENDING_SECONDS = 5 * 60;

const CONTEXT = 'identity pending login';

interface PendingLogin {
  personId: string;
  factor: FirstFactor;
  /** Hash of the person's credentials: a change of them, of the factors or of the status also ends this login. */
  credentials: string;
  expires: number;
}

/**
 * Logins that wait for a second factor. A token is sealed and needs no table, so that any process can finish the login.
 * It can be sent again after a wrong code; only codes and passkey challenges are single-use.
 */
@Injectable()
export class PendingLogins {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  issueToken(account: Account, factor: FirstFactor): string {
    const expires = this.clock.millis() + PENDING_SECONDS * 1_000;
    const login: PendingLogin = { personId: account.id, factor, credentials: hashOfCredentials(account), expires };
    return this.secrets.sealToken(JSON.stringify(login), CONTEXT);
  }

  /**
   * Returns the person of a token, and how the login began.
   * @throws LoginExpired also if the person was disabled, got other credentials or logged out everywhere
   */
  async resume(token: string | undefined): Promise<{ account: Account; first: FirstFactor }> {
    const login = this.open(token);
    const account = login && (await this.accounts.byId(login.personId));
    if (!account || account.disabledAt || hashOfCredentials(account) !== login.credentials) throw new LoginExpired();
    return { account, first: login.factor };
  }

  private open(token: string | undefined): PendingLogin | undefined {
    const text = this.secrets.tryOpen(token, CONTEXT);
    const login = text && (JSON.parse(text) as PendingLogin);
    return login && login.expires > this.clock.millis() ? login : undefined;
  }
}

const hashOfCredentials = ({ passwordHash, generation }: Account): string =>
  hashOfSecret(`${generation} ${passwordHash}`);

/** The factors of a login, for its session and the audit log. They leave out a password. */
export const factorsOf = (first: FirstFactor, second: string): string =>
  first === 'password' ? second : `${first}, ${second}`;
