import { applyDecorators, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LoggedInPerson, LoginRequired } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { Refuses } from '#platform/http/openapi';
import type { Confirmation, ConfirmationView, PasskeyAssertion, PasskeyRequest } from '../contract.js';
import { Factors } from '../factors/factors.js';
import { PasskeyChallenges } from '../factors/passkey-challenges.js';
import { findPasskeySite, passkeySiteOf } from '../factors/passkey-site.js';
import { verifyAssertion } from '../factors/web-authn.js';
import {
  ChallengeExpired,
  ConfirmationRequired,
  LoginLimited,
  PasskeysUnavailable,
  WrongCode,
  WrongPasskey,
  WrongPassword,
} from '../model/errors.js';
import { sessionAttempt } from '../model/login-attempt.js';
import { Passkey } from '../model/passkey.js';
import type { Account } from '../model/person.js';
import { freshUntil } from '../model/session.js';
import { OpenIdProvider } from '../openid/provider.js';
import { AccountRepository } from '../storage/account.repository.js';
import { usePasskey } from '../storage/passkeys.js';
import { findSessions } from '../storage/sessions.js';
import { challengeCookie, clientOf } from './cookies.js';
import { FailedLogins } from './failed-logins.js';
import { LoginLimits } from './login-limits.js';
import { Passwords } from './passwords.js';

/** Documents a route that calls `ConfirmPerson`. */
export const NeedsConfirmation = () =>
  applyDecorators(
    Refuses(ConfirmationRequired, WrongPassword, WrongCode, WrongPasskey),
    Refuses(PasskeysUnavailable, ChallengeExpired, LoginLimited),
  );

/**
 * Confirms that the person of a session sent a request that changes how somebody logs in: by a password, code or passkey, or
 * because they have just logged in with the OpenID Connect provider. Failures count against limits of the session, so that
 * strangers who use up the limits of the account do not block its owner. They are recorded like failed logins.
 */
@Injectable()
export class ConfirmPerson {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly factors: Factors,
    private readonly challenges: PasskeyChallenges,
    private readonly provider: OpenIdProvider,
    private readonly limits: LoginLimits,
    private readonly failed: FailedLogins,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the account as read before the check.
   * @throws ConfirmationRequired · WrongPassword · WrongCode · WrongPasskey · PasskeysUnavailable · ChallengeExpired ·
   * LoginLimited · HashQueueFull · LoginRequired
   */
  async execute(person: LoggedInPerson, given: Confirmation, request: FastifyRequest): Promise<Account> {
    const account = await this.accounts.byId(person.id);
    if (!account) throw new LoginRequired();
    try {
      await this.check(account, person, given, request);
    } catch (error) {
      const isWrong = [WrongPassword, WrongCode, WrongPasskey].some(type => error instanceof type);
      if (isWrong) {
        const reason = `confirmation: ${(error as Error).message}`;
        await this.failed.record({ email: account.email, account, reason }, clientOf(request));
      }
      throw error;
    }
    return account;
  }

  /** How the person can confirm, besides the password. */
  async view({ id, sessionId }: LoggedInPerson, request: FastifyRequest): Promise<ConfirmationView> {
    const { totp_since, recovery_codes } = await this.factors.view(id);
    const { passkey } = await this.factors.secondStep(id, findPasskeySite(request)?.rpId);
    const until = await this.freshUntil(id, sessionId);
    return {
      code: totp_since !== null || recovery_codes > 0,
      passkey,
      openid: this.provider.name ?? null,
      fresh_until: until?.toISOString() ?? null,
    };
  }

  /**
   * Issues a challenge, and returns what the browser needs to confirm with a passkey.
   * @throws PasskeysUnavailable
   */
  async prepare({ id: personId, sessionId }: LoggedInPerson, reply: FastifyReply): Promise<PasskeyRequest> {
    const site = passkeySiteOf(reply.request);
    const passkeys = await this.database.manager.findBy(Passkey, { personId, rpId: site.rpId });
    return this.challenges.request(reply, site, { purpose: 'confirm', owner: sessionId }, passkeys);
  }

  private async check(
    account: Account,
    person: LoggedInPerson,
    { current, code, passkey }: Confirmation,
    request: FastifyRequest,
  ): Promise<void> {
    const attempt = sessionAttempt(person.sessionId);
    if (current !== undefined) {
      if (!(await this.passwords.verify(current, account.passwordHash, attempt))) throw new WrongPassword();
    } else if (code !== undefined) {
      await this.limits.attempt(attempt.limits, () => this.checkCode(account, code));
    } else if (passkey) {
      await this.limits.attempt(attempt.limits, () => this.checkPasskey(person, passkey, request));
    } else if (!(await this.freshUntil(person.id, person.sessionId))) throw new ConfirmationRequired();
  }

  private async checkCode({ id }: Account, code: string): Promise<void> {
    if (!(await this.database.transaction(tx => this.factors.useCode(tx, id, code)))) throw new WrongCode();
  }

  private async checkPasskey(
    { id: personId, sessionId }: LoggedInPerson,
    assertion: PasskeyAssertion,
    request: FastifyRequest,
  ): Promise<void> {
    const site = passkeySiteOf(request);
    const challenge = this.challenges.open(challengeCookie.read(request), 'confirm', site.rpId, sessionId);
    const where = { credentialId: assertion.credential_id, rpId: site.rpId, personId };
    const passkey = await this.database.manager.findOneBy(Passkey, where);
    const used = passkey && (await verifyAssertion(passkey, assertion, { site, challenge: challenge.challenge }));
    if (!used) throw new WrongPasskey();
    await this.challenges.use(this.database, challenge);
    const counted = await usePasskey.first(this.database, { id: passkey.id, ...used, now: this.clock.now() });
    if (!counted) throw new WrongPasskey();
  }

  private async freshUntil(personId: string, sessionId: string): Promise<Date | undefined> {
    const sessions = await findSessions.run(this.database, { person: personId });
    const own = sessions.find(({ id }) => id === sessionId);
    return own && freshUntil(own, this.clock.now());
  }
}
