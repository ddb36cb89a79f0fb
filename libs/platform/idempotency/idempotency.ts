import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '../clock/clock.js';
import { isLockTimeout } from '../database/errors.js';
import { Database } from '../database/database.js';
import { Statement } from '../database/statement.js';
import { type Family, Refusal } from '../errors/refusal.js';
import { IdempotencyInProgress, IdempotencyKeyReused } from './errors.js';
import type { OnceRequest } from './once.js';

/** What was decided: the id of what came of it, from which the answer can be told again. */
export interface Decision {
  subject: string;
}

interface Kept {
  fingerprint: string;
  subject: string | null;
  refusal: { family: Family; code: string; message: string } | null;
}

type Name = { tenant: string; endpoint: string; key: string };

/** Refusals that are business: kept and told again. Invalid or unauthorized requests can be corrected and sent again. */
const KEPT_FAMILIES = new Set<Family>(['unpaid', 'not_found', 'conflict']);

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

const find = new Statement<Kept, Name>(
  'idempotency.find',
  `SELECT fingerprint, subject, refusal FROM platform.idempotency_keys
   WHERE tenant_id = :tenant AND endpoint = :endpoint AND key = :key`,
);

/** Keeps the first answer to a key for 24 hours, in the transaction of what the answer tells. */
@Injectable()
export class Idempotency {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Decides in one transaction and keeps the decision under the caller's key, if there is one. A key that is known
   * gives the first decision again, be it a refusal.
   * @throws IdempotencyKeyReused · IdempotencyInProgress · whatever `decide` refuses with
   */
  async decide(once: OnceRequest | undefined, decide: (tx: PoolClient) => Promise<Decision>): Promise<Decision> {
    if (!once) return this.database.transaction(decide);
    const outcome = await this.patiently(once, () =>
      this.database.transaction(tx => this.decideOnce(tx, once, decide)),
    );
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  }

  /**
   * Runs a statement that may have to wait for the first request with the same key.
   * @throws IdempotencyInProgress when that one takes too long
   */
  async patiently<T>(once: OnceRequest | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw once && isLockTimeout(error) ? new IdempotencyInProgress() : error;
    }
  }

  private async decideOnce(
    tx: PoolClient,
    once: OnceRequest,
    decide: (tx: PoolClient) => Promise<Decision>,
  ): Promise<Decision | Refusal> {
    const name = nameOf(once);
    const rows = await claim.run(tx, { ...name, fingerprint: once.fingerprint, now: this.clock.now() });
    if (rows.length === 0) return this.recall(tx, once);
    const outcome = await decide(tx).catch(keptRefusal);
    const refusal = outcome instanceof Refusal ? JSON.stringify(plain(outcome)) : null;
    await settle.run(tx, { ...name, subject: outcome instanceof Refusal ? null : outcome.subject, refusal });
    return outcome;
  }

  private async recall(tx: PoolClient, once: OnceRequest): Promise<Decision | Refusal> {
    const [kept] = await find.run(tx, nameOf(once));
    if (!kept || (kept.subject === null && kept.refusal === null)) throw new IdempotencyInProgress();
    if (kept.fingerprint !== once.fingerprint) throw new IdempotencyKeyReused();
    once.replayed = true;
    if (kept.refusal) return new Refusal(kept.refusal.family, kept.refusal.code, kept.refusal.message);
    return { subject: kept.subject as string };
  }
}

const nameOf = ({ tenantId, endpoint, key }: OnceRequest): Name => ({ tenant: tenantId, endpoint, key });

const plain = ({ family, code, message }: Refusal) => ({ family, code, message });

function keptRefusal(error: unknown): Refusal {
  if (error instanceof Refusal && KEPT_FAMILIES.has(error.family)) return error;
  throw error;
}
