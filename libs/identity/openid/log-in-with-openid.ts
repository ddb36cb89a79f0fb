import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/security/audit';
import { FailedLogins } from '../login/failed-logins.js';
import { type LoggedIn, type LoginClient, OpenSession } from '../login/open-session.js';
import { type Account, normalEmail } from '../model/person.js';
import { AccountRepository } from '../storage/account.repository.js';
import { OpenIdFailure } from './failure.js';
import { Identities } from './identities.js';
import type { OpenIdClaims } from './provider.js';

/**
 * Logs in the person of the provider's claims: the one who is connected with the subject, or at the first login the one
 * with the verified e-mail address. It creates no accounts.
 */
@Injectable()
export class LogInWithOpenId {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly identities: Identities,
    private readonly sessions: OpenSession,
    private readonly failures: FailedLogins,
  ) {}

  /** @throws OpenIdFailure */
  async execute(claims: OpenIdClaims, client: LoginClient): Promise<LoggedIn> {
    const identity = await this.identities.find(claims.issuer, claims.subject);
    const account = identity ? await this.accounts.byId(identity.personId) : await this.byEmail(claims);
    if (!account) throw new OpenIdFailure('unknown_person', 'unknown email');
    if (account.disabledAt) throw new OpenIdFailure('disabled', 'disabled account');
    const by: Actor = { id: account.id, name: account.email, address: client.address };
    if (!identity) await this.identities.connect(account, claims, by);
    return this.sessions.afterFirstFactor(account, client, 'openid');
  }

  /** Adds a failed login to the audit log. */
  recordFailure({ reason, note }: OpenIdFailure, email: string | undefined, client: LoginClient): Promise<void> {
    const name = email === undefined ? 'OpenID Connect' : normalEmail(email);
    return this.failures.record({ email: name, account: null, reason: `openid: ${note ?? reason}` }, client);
  }

  private byEmail({ email, emailVerified }: OpenIdClaims): Promise<Account | null> {
    if (email === undefined || !emailVerified)
      throw new OpenIdFailure('unverified_email', 'the provider sent no verified email');
    return this.accounts.byEmail(email);
  }
}
