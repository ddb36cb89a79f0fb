import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import type { LoggedInPerson } from '#identity/access';
import { audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, isUniqueViolation } from '#platform/database';
import type { PasskeyAttestation, PasskeyCreation } from '../contract.js';
import { challengeCookie } from '../login/cookies.js';
import { PasskeyExists, PasskeyInvalid, PasskeyNotFound, TooManyPasskeys } from '../model/errors.js';
import { MAX_PASSKEYS, Passkey, type PasskeyCredential } from '../model/passkey.js';
import { endOtherLogins } from '../storage/end-access.js';
import { hasFactor, lockFactors, removeUnneededCodes, replaceRecoveryCodes } from '../storage/factors.js';
import { passkeysOf } from '../storage/passkeys.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import { type PasskeySite, passkeySiteOf } from './passkey-site.js';
import { creationOptions, verifyAttestation } from './web-authn.js';

@Injectable()
export class Passkeys {
  constructor(
    private readonly database: Database,
    private readonly challenges: PasskeyChallenges,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues a challenge that only this session can answer, and returns what the browser needs to create a passkey.
   * @throws TooManyPasskeys
   */
  async prepare(person: LoggedInPerson, reply: FastifyReply, site: PasskeySite): Promise<PasskeyCreation> {
    const existing = await passkeysOf(this.database.manager, person.id);
    if (existing.length >= MAX_PASSKEYS) throw new TooManyPasskeys();
    const bytes = this.challenges.issue(reply, { purpose: 'add', rpId: site.rpId, owner: person.sessionId });
    return { options: await creationOptions(site, bytes, person, existing) };
  }

  /**
   * Adds the passkey that the browser has created, and ends the person's other sessions. Returns recovery codes if the
   * person had no factor before.
   * @throws PasskeysUnavailable · ChallengeExpired · PasskeyInvalid · PasskeyExists · TooManyPasskeys · LoginRequired
   */
  async add(
    person: LoggedInPerson,
    attestation: PasskeyAttestation,
    request: FastifyRequest,
  ): Promise<{ passkey: Passkey; codes: string[] | null }> {
    const site = passkeySiteOf(request);
    const challenge = this.challenges.open(challengeCookie.read(request), 'add', site.rpId, person.sessionId);
    const credential = await verifyAttestation(attestation, { site, challenge: challenge.challenge });
    if (!credential) throw new PasskeyInvalid();
    await this.challenges.use(this.database, challenge);
    const given = { ...credential, personId: person.id, name: attestation.name, at: this.clock.now() };
    try {
      return await this.database.transaction(tx => this.insert(tx, person, given));
    } catch (error) {
      if (isUniqueViolation(error)) throw new PasskeyExists();
      throw error;
    }
  }

  /** @throws PasskeyNotFound */
  async rename(person: LoggedInPerson, id: string, name: string): Promise<Passkey> {
    return this.database.transaction(async tx => {
      const passkey = await lockPasskey(tx, person, id);
      const before = passkey.facts();
      passkey.name = name;
      await tx.save(Passkey, passkey);
      const change = { action: 'factor.rename', subject: person.id, before, after: passkey.facts() };
      await audit(tx, person, change, this.clock.now());
      return passkey;
    });
  }

  /**
   * Removes a passkey, and the recovery codes with the last factor, and ends the person's other sessions.
   * @throws PasskeyNotFound · LoginRequired
   */
  async remove(person: LoggedInPerson, id: string): Promise<void> {
    await this.database.transaction(async tx => {
      const passkey = await lockPasskey(tx, person, id);
      await tx.delete(Passkey, { id });
      await removeUnneededCodes(tx, person.id);
      const change = { action: 'factor.remove', subject: person.id, before: passkey.facts() };
      await audit(tx, person, change, this.clock.now());
      await endOtherLogins(tx, person);
    });
  }

  private async insert(
    tx: EntityManager,
    person: LoggedInPerson,
    given: PasskeyCredential & { personId: string; name: string; at: Date },
  ): Promise<{ passkey: Passkey; codes: string[] | null }> {
    await lockFactors(tx, person.id);
    if ((await tx.countBy(Passkey, { personId: person.id })) >= MAX_PASSKEYS) throw new TooManyPasskeys();
    const isFirst = !(await hasFactor(tx, person.id));
    const passkey = Passkey.create(given);
    await tx.insert(Passkey, passkey);
    await audit(tx, person, { action: 'factor.add', subject: person.id, after: passkey.facts() }, given.at);
    const codes = isFirst ? await replaceRecoveryCodes(tx, person.id) : null;
    await endOtherLogins(tx, person);
    return { passkey, codes };
  }
}

/** @throws PasskeyNotFound also for passkeys of other people */
async function lockPasskey(tx: EntityManager, { id: personId }: LoggedInPerson, id: string): Promise<Passkey> {
  await lockFactors(tx, personId);
  const passkey = await tx.findOneBy(Passkey, { id, personId });
  if (!passkey) throw new PasskeyNotFound(id);
  return passkey;
}
