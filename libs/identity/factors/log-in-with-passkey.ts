import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import type { PasskeyAssertion, PasskeyRequest } from '../contract.js';
import { clientOf, challengeCookie, pendingCookie } from '../login/cookies.js';
import { FailedLogins } from '../login/failed-logins.js';
import { LoginLimits } from '../login/login-limits.js';
import { type LoggedIn, type LoginClient, OpenSession } from '../login/open-session.js';
import { factorsOf, PendingLogins } from '../login/pending-logins.js';
import { PasskeyRejected } from '../model/errors.js';
import { addressLimit } from '../model/login-attempt.js';
import { Passkey } from '../model/passkey.js';
import type { Account } from '../model/person.js';
import { AccountRepository } from '../storage/account.repository.js';
import { usePasskey } from '../storage/passkeys.js';
import { type PasskeyChallenge, PasskeyChallenges } from './passkey-challenges.js';
import { type PasskeySite, passkeySiteOf } from './passkey-site.js';
import { userHandleOf, verifyAssertion } from './web-authn.js';

/** A verified person, and the new state of their passkey. */
interface Verified {
  account: Account;
  passkey: { id: string; counter: number; backed_up: boolean };
}

/** Why a passkey was refused, for the audit log. */
class PasskeyFailure extends Error {
  constructor(
    reason: string,
    readonly account: Account | null,
  ) {
    super(reason);
  }
}

/**
 * Logs in with a passkey: instead of a password, or as the second step of a login. A passkey verifies its user with a PIN
 * or biometrics, so it is two factors. Signatures cannot be guessed; refused attempts are limited by address, because each
 * one is recorded.
 */
@Injectable()
export class LogInWithPasskey {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly pending: PendingLogins,
    private readonly sessions: OpenSession,
    private readonly failed: FailedLogins,
    private readonly limits: LoginLimits,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues a challenge, and returns what the browser needs to sign it.
   * @throws PasskeysUnavailable
   */
  prepare(reply: FastifyReply): Promise<PasskeyRequest> {
    return this.challenges.request(reply, passkeySiteOf(reply.request), { purpose: 'log in', owner: null }, []);
  }

  /**
   * Like `prepare`, for the second step of a login, which accepts only passkeys of its person.
   * @throws PasskeysUnavailable · LoginExpired
   */
  async prepareSecondStep(reply: FastifyReply): Promise<PasskeyRequest> {
    const site = passkeySiteOf(reply.request);
    const { account } = await this.pending.resume(pendingCookie.read(reply.request));
    const where = { personId: account.id, rpId: site.rpId };
    const passkeys = await this.database.manager.findBy(Passkey, where);
    return this.challenges.request(reply, site, { purpose: 'second step', owner: account.id }, passkeys);
  }

  /** @throws PasskeysUnavailable · ChallengeExpired · PasskeyRejected · LoginLimited · LoginFailed */
  async execute(assertion: PasskeyAssertion, request: FastifyRequest): Promise<LoggedIn> {
    const [site, client] = [passkeySiteOf(request), clientOf(request)];
    const challenge = this.challenges.open(challengeCookie.read(request), 'log in', site.rpId, null);
    return this.limited(client, async () =>
      this.open(await this.verify(assertion, challenge, site), client, 'passkey'),
    );
  }

  /** @throws PasskeysUnavailable · LoginExpired · ChallengeExpired · PasskeyRejected · LoginLimited · LoginFailed */
  async finish(assertion: PasskeyAssertion, request: FastifyRequest): Promise<LoggedIn> {
    const [site, client] = [passkeySiteOf(request), clientOf(request)];
    const { first, account: expected } = await this.pending.resume(pendingCookie.read(request));
    const challenge = this.challenges.open(challengeCookie.read(request), 'second step', site.rpId, expected.id);
    return this.limited(client, async () =>
      this.open(await this.verify(assertion, challenge, site, expected), client, factorsOf(first, 'passkey')),
    );
  }

  /** Verifies the signature, and returns its person and passkey. Only `expected`, if given, is accepted. */
  private async verify(
    assertion: PasskeyAssertion,
    challenge: PasskeyChallenge,
    site: PasskeySite,
    expected?: Account,
  ): Promise<Verified> {
    const where = { credentialId: assertion.credential_id, rpId: site.rpId };
    const passkey = await this.database.manager.findOneBy(Passkey, where);
    const account = passkey && (await this.accounts.byId(passkey.personId));
    if (!passkey || !account) throw new PasskeyFailure('unknown passkey', null);
    if (expected && account.id !== expected.id) throw new PasskeyFailure('passkey of another person', expected);
    if (account.disabledAt) throw new PasskeyFailure('disabled account', account);
    const isOwner = (assertion.user_handle ?? userHandleOf(account.id)) === userHandleOf(account.id);
    const used = isOwner && (await verifyAssertion(passkey, assertion, { site, challenge: challenge.challenge }));
    if (!used) throw new PasskeyFailure('invalid passkey', account);
    await this.challenges.use(this.database, challenge);
    return { account, passkey: { id: passkey.id, ...used } };
  }

  private open({ account, passkey }: Verified, client: LoginClient, factors: string): Promise<LoggedIn> {
    return this.sessions.open(account, client, async tx => {
      const counted = await usePasskey.first(tx, { ...passkey, now: this.clock.now() });
      if (!counted) throw new PasskeyFailure('passkey with an old counter (possibly a copy), or just removed', account);
      return { with: factors };
    });
  }

  /** Counts and records refused attempts. The reason is only in the audit log, not in the response. */
  private async limited(client: LoginClient, logIn: () => Promise<LoggedIn>): Promise<LoggedIn> {
    const limits = [addressLimit(client.address)];
    await this.limits.check(limits);
    try {
      return await logIn();
    } catch (error) {
      if (!(error instanceof PasskeyFailure)) throw error;
      const { account, message: reason } = error;
      await this.limits.consume(limits);
      await this.failed.record({ email: account?.email ?? 'passkey', account, reason }, client);
      throw new PasskeyRejected();
    }
  }
}
