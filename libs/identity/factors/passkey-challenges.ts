import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Clock } from '#platform/process/clock';
import type { Executor } from '#platform/database';
import { hashOfSecret } from '#platform/model';
import { Secrets } from '#platform/security/secrets';
import type { PasskeyRequest } from '../contract.js';
import { challengeCookie } from '../login/cookies.js';
import { ChallengeExpired } from '../model/errors.js';
import { CHALLENGE_SECONDS, type Passkey } from '../model/passkey.js';
import { useChallenge } from '../storage/passkeys.js';
import type { PasskeySite } from './passkey-site.js';
import { requestOptions } from './web-authn.js';

const CONTEXT = 'identity passkey challenge';
const CHALLENGE_BYTES = 32;

/** What a challenge was created for; it cannot be used for anything else. */
type ChallengePurpose = 'add' | 'confirm' | 'log in' | 'second step';

export interface PasskeyChallenge {
  challenge: string;
  purpose: ChallengePurpose;
  rpId: string;
  /**
   * The session that adds a passkey or confirms a change, or the person in the second step of a login; null if the
   * passkey identifies the person who logs in.
   */
  owner: string | null;
  expires: number;
}

/**
 * Challenges that authenticators sign. The browser keeps its challenge in a sealed cookie, so that visitors cannot fill a
 * table, and any process can check the answer. Only challenges that were answered correctly are stored, and deleted after
 * they expire.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues a challenge, and returns what the browser needs to sign it. If `allowed` is empty, the person chooses one of
   * the passkeys that the browser finds.
   */
  async request(
    reply: FastifyReply,
    site: PasskeySite,
    given: Pick<PasskeyChallenge, 'purpose' | 'owner'>,
    allowed: Passkey[],
  ): Promise<PasskeyRequest> {
    const bytes = this.issue(reply, { ...given, rpId: site.rpId });
    return { options: await requestOptions(site, bytes, allowed) };
  }

  /** Sets the cookie of a new challenge, and returns the bytes to sign. */
  issue(reply: FastifyReply, given: Pick<PasskeyChallenge, 'purpose' | 'rpId' | 'owner'>): Buffer<ArrayBuffer> {
    const bytes = randomBytes(CHALLENGE_BYTES);
    const expires = this.clock.millis() + CHALLENGE_SECONDS * 1_000;
    const challenge: PasskeyChallenge = { ...given, challenge: bytes.toString('base64url'), expires };
    challengeCookie.set(reply, this.secrets.sealToken(JSON.stringify(challenge), CONTEXT));
    return bytes;
  }

  /**
   * @param owner the session or person that the challenge must have been issued to; null if it was issued to a visitor
   * @throws ChallengeExpired also if the challenge belongs to another purpose, host or owner
   */
  open(token: string | undefined, purpose: ChallengePurpose, rpId: string, owner: string | null): PasskeyChallenge {
    const text = this.secrets.tryOpen(token, CONTEXT);
    const challenge = text && (JSON.parse(text) as PasskeyChallenge);
    if (!challenge || challenge.expires <= this.clock.millis() || challenge.rpId !== rpId) throw new ChallengeExpired();
    if (challenge.purpose !== purpose || challenge.owner !== owner) throw new ChallengeExpired();
    return challenge;
  }

  /**
   * Marks a challenge as used after its answer was verified.
   * @throws ChallengeExpired if it was used before
   */
  async use(executor: Executor, { challenge, expires }: PasskeyChallenge): Promise<void> {
    const used = await useChallenge.first(executor, { hash: hashOfSecret(challenge), expires: new Date(expires) });
    if (!used) throw new ChallengeExpired();
  }
}
