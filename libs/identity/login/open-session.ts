import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, type Executor } from '#platform/database';
import { hashOfSecret } from '#platform/model';
import { newId } from '#platform/security/ids';
import { Secrets } from '#platform/security/secrets';
import { Factors } from '../factors/factors.js';
import { LoginFailed, SecondFactorRequired } from '../model/errors.js';
import type { Account } from '../model/person.js';
import { newToken } from '../model/session.js';
import { beginSession } from '../storage/sessions.js';
import { pendingCookie } from './cookies.js';
import { issueDeviceToken } from './known-devices.js';
import { PendingLogins } from './pending-logins.js';

/** The client that a login comes from. */
export interface LoginClient {
  address: string;
  userAgent: string | null;
  /** Value of the device cookie. */
  deviceToken: string | undefined;
  /** Whether the request came over https. */
  isSecure: boolean;
}

export interface LoggedIn {
  account: Account;
  sessionToken: string;
  deviceToken: string;
}

/** How a person authenticates in the first step of a login. */
export type FirstFactor = 'password' | 'link' | 'openid';

const MAX_USER_AGENT_LENGTH = 200;

/** Opens sessions. Every way to log in ends here. */
@Injectable()
export class OpenSession {
  constructor(
    private readonly secrets: Secrets,
    private readonly factors: Factors,
    private readonly pending: PendingLogins,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a session for a person whose password, link or provider was checked. If they have a second factor, it throws
   * SecondFactorRequired with the cookie of a pending login, which a code or a passkey completes.
   * @throws SecondFactorRequired
   * @throws LoginFailed when the account was disabled or got other credentials since it was read
   */
  async afterFirstFactor(account: Account, client: LoginClient, factor: FirstFactor): Promise<LoggedIn> {
    if (await this.factors.isRequired(account.id))
      throw new SecondFactorRequired(
        pendingCookie.headerFor(client.isSecure, this.pending.issueToken(account, factor)),
      );
    return this.open(account, client, () => (factor === 'password' ? {} : { with: factor }));
  }

  /**
   * Opens a session for a person who needs no further factor. `check` runs in the same transaction and returns facts for the
   * audit entry. A concurrent reset of factors either commits before or ends this session.
   * @throws LoginFailed when the account was disabled or got other credentials since it was read
   */
  async open(
    account: Account,
    client: LoginClient,
    check: (tx: Executor) => { with?: string } | Promise<{ with?: string }>,
  ): Promise<LoggedIn> {
    const [sessionToken, id, now] = [newToken(), newId('ses'), this.clock.now()];
    const { address } = client;
    const agent = agentOf(client.userAgent);
    const by: Actor = { id: account.id, name: account.email, address };
    await this.database.transaction(async tx => {
      const facts = await check(tx);
      const { id: person, passwordHash, generation } = account;
      const begun = await beginSession.first(tx, {
        id,
        hash: hashOfSecret(sessionToken),
        person,
        password_hash: passwordHash,
        generation,
        method: facts.with ?? 'password',
        address,
        agent,
        now,
      });
      if (!begun) throw new LoginFailed();
      const after = { email: account.email, user_agent: agent, ...facts };
      await audit(tx, by, { action: 'session.begin', subject: id, after }, now);
    });
    return { account, sessionToken, deviceToken: issueDeviceToken(this.secrets, account) };
  }
}

export const agentOf = (userAgent: string | null) => userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
