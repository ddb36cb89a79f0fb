import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Factors } from '../factors/factors.js';
import { Links } from '../links/links.js';
import { LoginFailed, WrongCode } from '../model/errors.js';
import { checkPassword } from '../model/password.js';
import { type Account, normalEmail } from '../model/person.js';
import { OpenIdFailure } from '../openid/failure.js';
import { Identities } from '../openid/identities.js';
import type { OpenIdClaims } from '../openid/provider.js';
import { AccountRepository } from '../storage/account.repository.js';
import { endAccess } from '../storage/end-access.js';
import { endLinks, lockLink } from '../storage/links.js';
import { FailedLogins } from './failed-logins.js';
import { LoginLimits } from './login-limits.js';
import { type LoggedIn, type LoginClient, OpenSession } from './open-session.js';
import { Passwords } from './passwords.js';
import { factorsOf, PendingLogins } from './pending-logins.js';

/** The ways to log in, except passkeys: see `LogInWithPasskey`. */
@Injectable()
export class Logins {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly factors: Factors,
    private readonly links: Links,
    private readonly identities: Identities,
    private readonly pending: PendingLogins,
    private readonly limits: LoginLimits,
    private readonly failed: FailedLogins,
    private readonly sessions: OpenSession,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks a password. An unknown email, a disabled account and a wrong password get the same answer after the same time.
   * @throws LoginFailed · LoginLimited · HashQueueFull · SecondFactorRequired
   */
  async withPassword(givenEmail: string, password: string, client: LoginClient): Promise<LoggedIn> {
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

  /**
   * Second step of a login: checks a code. Wrong codes count against the same limits as wrong passwords.
   * @throws LoginExpired · LoginLimited · WrongCode · LoginFailed
   */
  async withCode(pendingToken: string | undefined, code: string, client: LoginClient): Promise<LoggedIn> {
    const { account, first } = await this.pending.resume(pendingToken);
    const { limits } = this.failed.attemptOf(account.email, account, client);
    const logIn = () =>
      this.sessions.open(account, client, async tx => {
        const used = await this.factors.useCode(tx, account.id, code);
        if (!used) throw new WrongCode();
        return { with: factorsOf(first, used) };
      });
    try {
      return await this.limits.attempt(limits, logIn);
    } catch (error) {
      if (error instanceof WrongCode)
        await this.failed.record({ email: account.email, account, reason: 'wrong code' }, client);
      throw error;
    }
  }

  /**
   * Sets a password with an invitation or a link to reset it, and logs the person in. Ends the person's other sessions and
   * links, and revokes their access tokens. Attempts are not limited: link tokens have 256 random bits, and passwords are
   * hashed only for valid tokens.
   * @throws LinkNotFound · LinkExpired · LinkUsed · LinkRevoked · WeakPassword · HashQueueFull · SecondFactorRequired
   */
  async withLink(
    token: string,
    password: string,
    client: LoginClient,
  ): Promise<{ loggedIn: LoggedIn; revokedTokens: number }> {
    const { link, account: found } = await this.links.find(token);
    await checkPassword(password, found.email);
    const passwordHash = await this.passwords.hash(password);
    const at = this.clock.now();
    const action = link.kind === 'invitation' ? 'person.accept-invitation' : 'person.use-reset-link';
    const change = { action, at };
    const { account, ended } = await this.accounts.change(
      found.id,
      actorOf(found, client),
      change,
      async (latest, tx) => {
        (await lockLink(tx, link.id)).requireOpen(at);
        await endLinks(tx, latest.id, 'used', at);
        latest.passwordHash = passwordHash;
        return endAccess(tx, latest, at);
      },
    );
    return { loggedIn: await this.sessions.afterFirstFactor(account, client, 'link'), revokedTokens: ended.tokens };
  }

  /**
   * Logs in the person whose account is connected with the subject of the claims or, at the first login, has their
   * verified email address. Creates no accounts.
   * @throws OpenIdFailure · SecondFactorRequired
   */
  async withOpenId(claims: OpenIdClaims, client: LoginClient): Promise<LoggedIn> {
    const identity = await this.identities.find(claims.issuer, claims.subject);
    const account = identity ? await this.accounts.byId(identity.personId) : await this.byVerifiedEmail(claims);
    if (!account) throw new OpenIdFailure('unknown_person', 'unknown email');
    if (account.disabledAt) throw new OpenIdFailure('disabled', 'disabled account');
    if (!identity) await this.identities.connect(account, claims, actorOf(account, client));
    return this.sessions.afterFirstFactor(account, client, 'openid');
  }

  /** Adds a failed login with the provider to the audit log. */
  recordFailure({ reason, note }: OpenIdFailure, email: string | undefined, client: LoginClient): Promise<void> {
    const name = email === undefined ? 'OpenID Connect' : normalEmail(email);
    return this.failed.record({ email: name, account: null, reason: `openid: ${note ?? reason}` }, client);
  }

  private byVerifiedEmail({ email, emailVerified }: OpenIdClaims): Promise<Account | null> {
    if (email === undefined || !emailVerified)
      throw new OpenIdFailure('unverified_email', 'the provider sent no verified email');
    return this.accounts.byEmail(email);
  }
}

const actorOf = ({ id, email }: Account, { address }: LoginClient): Actor => ({ id, name: email, address });
