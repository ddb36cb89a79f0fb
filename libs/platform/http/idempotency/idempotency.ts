import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../process/clock/clock.js';
import { isLockTimeout } from '../../database/errors.js';
import { Database } from '../../database/database.js';
import { Statement } from '../../database/statement.js';
import { type BrokenField, type Family, Refusal } from '../errors/refusal.js';
import { IdempotencyInProgress, IdempotencyKeyReused } from './errors.js';
import type { IdempotentRequest } from './idempotent-request.js';

/** The result of a request: the ID of the object that it created, from which the response can be repeated. */
export interface Result {
  subject: string;
}

/** Outcome of work that must wait for something else. It has changed nothing, and its key remains unused. */
export interface Blocked<Obstacle> {
  blockedBy: Obstacle;
}

interface StoredResult {
  fingerprint: string;
  subject: string | null;
  refusal: StoredRefusal | null;
}

interface StoredRefusal {
  family: Family;
  code: string;
  message: string;
  details?: BrokenField[];
}

type Name = { tenant: string; endpoint: string; key: string };

/**
 * Families of refusals that are stored and repeated, unless they are retryable. Invalid or unauthorized requests can be
 * corrected and retried.
 */
const STORED_FAMILIES = new Set<Family>(['unpaid', 'not_found', 'conflict']);

const claim = new Statement<{ claimed: true }, Name & { fingerprint: string; now: Date }>(
  'idempotency.claim',
  `INSERT INTO platform.idempotency_keys AS kept (tenant_id, endpoint, key, fingerprint, subject, created_at)
   VALUES (:tenant, :endpoint, :key, :fingerprint, NULL, :now)
   ON CONFLICT (tenant_id, endpoint, key) DO UPDATE
   SET fingerprint = excluded.fingerprint, subject = NULL, refusal = NULL, created_at = excluded.created_at
   WHERE kept.created_at <= excluded.created_at - interval '24 hours'
   RETURNING true AS claimed`,
);

const settle = new Statement<never, Name & { subject: string | null; refusal: string | null }>(
  'idempotency.settle',
  `UPDATE platform.idempotency_keys SET subject = :subject, refusal = :refusal
   WHERE tenant_id = :tenant AND endpoint = :endpoint AND key = :key`,
);

const release = new Statement<never, Name>(
  'idempotency.release',
  'DELETE FROM platform.idempotency_keys WHERE tenant_id = :tenant AND endpoint = :endpoint AND key = :key',
);

const find = new Statement<StoredResult, Name>(
  'idempotency.find',
  `SELECT fingerprint, subject, refusal FROM platform.idempotency_keys
   WHERE tenant_id = :tenant AND endpoint = :endpoint AND key = :key`,
);

const isDecided = new Statement<object, Name & { now: Date }>(
  'idempotency.is-decided',
  `SELECT FROM platform.idempotency_keys
   WHERE tenant_id = :tenant AND endpoint = :endpoint AND key = :key AND created_at > :now::timestamptz - interval '24 hours'
     AND (subject IS NOT NULL OR refusal IS NOT NULL)`,
);

/** Stores the first result of an idempotency key for 24 hours, in the transaction of its effect. */
@Injectable()
export class Idempotency {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `work` in a transaction and stores its result under the caller's key, if there is one. A known key returns the
   * stored result or throws the stored refusal instead.
   * @param lock takes the locks of `work` before the key is claimed, because the first write of a transaction determines the
   * position of its events in the log. Not called without a key, so `work` must take the locks itself.
   * @throws IdempotencyKeyReused, IdempotencyInProgress, or the refusals of `work`
   */
  async runOnce<Outcome extends Result | Blocked<unknown> = Result>(
    idempotent: IdempotentRequest | undefined,
    work: (tx: EntityManager) => Promise<Outcome>,
    lock?: (tx: EntityManager) => Promise<unknown>,
  ): Promise<Outcome | Result> {
    if (!idempotent) return this.database.transaction(work);
    const outcome = await this.database.transaction(async tx => {
      await lock?.(tx);
      return this.translateLockTimeout(idempotent, () => this.runWithKey(tx, idempotent, work));
    });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  }

  /** Whether a result is stored under the caller's key. */
  async isDecided(tx: EntityManager, idempotent: IdempotentRequest | undefined): Promise<boolean> {
    if (!idempotent) return false;
    return (await isDecided.first(tx, { ...nameOf(idempotent), now: this.clock.now() })) !== undefined;
  }

  /**
   * Runs a statement that waits for the first request with the same key.
   * @throws IdempotencyInProgress when that request takes too long
   */
  async translateLockTimeout<T>(idempotent: IdempotentRequest | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw idempotent && isLockTimeout(error) ? new IdempotencyInProgress() : error;
    }
  }

  private async runWithKey<Outcome extends Result | Blocked<unknown>>(
    tx: EntityManager,
    idempotent: IdempotentRequest,
    work: (tx: EntityManager) => Promise<Outcome>,
  ): Promise<Outcome | Result | Refusal> {
    const name = nameOf(idempotent);
    const rows = await claim.run(tx, { ...name, fingerprint: idempotent.fingerprint, now: this.clock.now() });
    if (rows.length === 0) return this.findResult(tx, idempotent);
    const outcome = await work(tx).catch(refusalToStore);
    if (outcome instanceof Refusal)
      await settle.run(tx, { ...name, subject: null, refusal: JSON.stringify(toStored(outcome)) });
    else if ('blockedBy' in outcome) await release.run(tx, name);
    else await settle.run(tx, { ...name, subject: outcome.subject, refusal: null });
    return outcome;
  }

  private async findResult(tx: EntityManager, idempotent: IdempotentRequest): Promise<Result | Refusal> {
    const stored = await find.first(tx, nameOf(idempotent));
    if (!stored || (stored.subject === null && stored.refusal === null)) throw new IdempotencyInProgress();
    if (stored.fingerprint !== idempotent.fingerprint) throw new IdempotencyKeyReused();
    idempotent.replayed = true;
    if (stored.refusal) return fromStored(stored.refusal);
    return { subject: stored.subject as string };
  }
}

const nameOf = ({ tenantId, endpoint, key }: IdempotentRequest): Name => ({ tenant: tenantId, endpoint, key });

function refusalToStore(error: unknown): Refusal {
  if (error instanceof Refusal && STORED_FAMILIES.has(error.family) && !error.retryable) return error;
  throw error;
}

const toStored = ({ family, code, message, extras: { details } }: Refusal): StoredRefusal => ({
  family,
  code,
  message,
  details,
});

function fromStored({ family, code, message, details }: StoredRefusal): Refusal {
  // jsonb does not preserve the order of members, but a repeated response must have the same text.
  const ordered = details?.map(({ field, message, rule, amount }) => ({
    field,
    message,
    ...(rule && { rule }),
    ...(amount && { amount: { currency: amount.currency, total: amount.total } }),
  }));
  return new Refusal(family, code, message, { details: ordered });
}
