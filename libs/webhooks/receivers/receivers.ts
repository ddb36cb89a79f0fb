import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, Not } from 'typeorm';
import { type Actor, audit } from '#platform/security/audit';
import { lowestId } from '#platform/security/ids';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database } from '#platform/database';
import { problemOfTarget } from '#platform/model';
import type { NewSecretView, ReceiverAttempts, ReceiverView, ReceiverWithSecret } from '../contract.js';
import {
  InvalidOverlap,
  InvalidUrl,
  MAX_OVERLAP_HOURS,
  MAX_RECEIVERS,
  ReceiverNotFound,
  ReceiverOff,
  TooManyReceivers,
} from '../model/errors.js';
import { type NewReceiverOptions, Receiver, type ReceiverOptions } from '../model/receiver.js';
import { SigningSecrets } from '../signing-secrets.js';
import { addCursor } from '../storage/due.js';
import { findAttempts, findReceivers } from '../storage/receivers.js';
import { deleteSecrets, expireSecrets, insertSecret } from '../storage/secrets.js';

const HOUR_MS = 3_600_000;
export const DEFAULT_OVERLAP_HOURS = 24;

const MAX_ATTEMPTS = { deliveries: 100, limit: 200 };
const ATTEMPTS_SINCE_MS = 7 * 24 * HOUR_MS;

/**
 * The webhook receivers of tenants. Pending deliveries to a receiver that is off are skipped and can be recovered later.
 */
@Injectable()
export class Receivers {
  constructor(
    private readonly database: Database,
    private readonly signingSecrets: SigningSecrets,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The receivers of a tenant, oldest first. */
  list(tenant: string): Promise<ReceiverView[]> {
    return findReceivers.run(this.database, { tenant, id: null, now: this.clock.now() });
  }

  /** @throws ReceiverNotFound */
  async get(tenant: string, id: string): Promise<ReceiverView> {
    const found = await findReceivers.first(this.database, { tenant, id, now: this.clock.now() });
    if (!found) throw new ReceiverNotFound(id);
    return found;
  }

  /** @throws ReceiverNotFound */
  async attempts(tenant: string, id: string): Promise<ReceiverAttempts> {
    await this.get(tenant, id);
    const oldest = lowestId('dlv', new Date(this.clock.now().getTime() - ATTEMPTS_SINCE_MS));
    const attempts = await findAttempts.run(this.database, { tenant, receiver: id, oldest, ...MAX_ATTEMPTS });
    return { attempts: attempts.toReversed() };
  }

  /** @throws ReceiverNotFound · ReceiverOff */
  async getOn(tenantId: string, id: string): Promise<Receiver> {
    const found = await this.database.manager.findOneBy(Receiver, { tenantId, id, state: Not('removed') });
    if (!found) throw new ReceiverNotFound(id);
    if (found.state !== 'on') throw new ReceiverOff(found.id, found.offReason);
    return found;
  }

  /**
   * Adds a receiver and returns its signing secret, which cannot be read again.
   * @throws InvalidUrl · InvalidDescription · UnknownEvent · TooManyReceivers · OtherEncryptionKey
   */
  async add(
    tenantId: string,
    { url, ...options }: NewReceiverOptions,
    by: Actor | undefined,
    max = MAX_RECEIVERS,
  ): Promise<ReceiverWithSecret> {
    const at = this.clock.now();
    const receiver = Receiver.add({ ...options, tenantId, url: this.checkUrl(url), at });
    const { value, row } = await this.signingSecrets.generate(receiver.id);
    await this.database.transaction(async tx => {
      // Concurrent calls of a tenant wait for each other, so that they cannot exceed the maximum.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('webhooks.receivers'), hashtext($1))`, [tenantId]);
      if ((await tx.countBy(Receiver, { tenantId, state: Not('removed') })) >= max) throw new TooManyReceivers();
      await tx.insert(Receiver, receiver);
      await addCursor(tx, receiver.id, at);
      await insertSecret(tx, row);
      const change = { tenantId, action: 'receiver.create', subject: receiver.id, after: receiver.facts() };
      if (by) await audit(tx, by, change, at);
    });
    return { receiver: await this.get(tenantId, receiver.id), secret: value };
  }

  /** @throws ReceiverNotFound · InvalidUrl · InvalidDescription · UnknownEvent */
  change(tenantId: string, id: string, options: ReceiverOptions, by: Actor): Promise<void> {
    const url = options.url === undefined ? undefined : this.checkUrl(options.url);
    return this.update(tenantId, id, by, 'change', receiver => receiver.change({ ...options, url }));
  }

  /** @throws ReceiverNotFound */
  switchOn(tenantId: string, id: string, by: Actor): Promise<void> {
    return this.update(tenantId, id, by, 'switch-on', receiver => receiver.switchOn());
  }

  /** @throws ReceiverNotFound */
  switchOff(tenantId: string, id: string, reason: string, by: Actor): Promise<void> {
    return this.update(tenantId, id, by, 'switch-off', (receiver, _tx, at) => receiver.switchOff(reason, at));
  }

  /**
   * Deletes the secrets immediately and keeps the deliveries.
   * @throws ReceiverNotFound
   */
  remove(tenantId: string, id: string, by: Actor | undefined): Promise<void> {
    return this.update(tenantId, id, by, 'remove', async (receiver, tx, at) => {
      receiver.remove(at);
      await deleteSecrets(tx, id);
    });
  }

  /**
   * Replaces the secret of a receiver. During the overlap, messages are signed with both secrets, so that the receiver can
   * switch without rejecting any.
   * @throws ReceiverNotFound · InvalidOverlap · OtherEncryptionKey
   */
  async rotateSecret(
    tenantId: string,
    id: string,
    overlapHours: number | undefined,
    by: Actor,
  ): Promise<NewSecretView> {
    const hours = overlapHours ?? DEFAULT_OVERLAP_HOURS;
    if (!(hours >= 0 && hours <= MAX_OVERLAP_HOURS)) throw new InvalidOverlap();
    const oldUntil = new Date(this.clock.millis() + hours * HOUR_MS);
    const { value, row } = await this.signingSecrets.generate(id);
    await this.update(tenantId, id, by, 'rotate-secret', async (_receiver, tx) => {
      await expireSecrets(tx, id, oldUntil);
      await insertSecret(tx, row);
    });
    return { secret: value, old_until: oldUntil.toISOString() };
  }

  /** Returns the URL in normal form. */
  private checkUrl(url: string): string {
    const problem = problemOfTarget(url, { allowPrivate: this.settings.webhookAllowPrivateTargets });
    if (problem) throw new InvalidUrl(problem);
    return new URL(url.trim()).href;
  }

  /** Loads, changes and saves a receiver. Concurrent changes wait. */
  private update(
    tenantId: string,
    id: string,
    by: Actor | undefined,
    verb: string,
    work: (receiver: Receiver, tx: EntityManager, at: Date) => void | Promise<void>,
  ): Promise<void> {
    const at = this.clock.now();
    return this.database.transaction(async tx => {
      const where = { tenantId, id, state: Not('removed') as never };
      const receiver = await tx.findOne(Receiver, { where, lock: { mode: 'pessimistic_write' } });
      if (!receiver) throw new ReceiverNotFound(id);
      const before = receiver.facts();
      await work(receiver, tx, at);
      await tx.save(Receiver, receiver);
      const change = { tenantId, action: `receiver.${verb}`, subject: id, before, after: receiver.facts() };
      if (by) await audit(tx, by, change, at);
    });
  }
}
