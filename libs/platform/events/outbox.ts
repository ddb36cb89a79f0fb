import type { PoolClient } from 'pg';
import { type Executor, Statement } from '../database/statement.js';
import type { Event } from './event-kind.js';

interface OutboxRow {
  position: string;
  id: string;
  type: string;
  tenant_id: string;
  key: string;
  occurred_at: Date;
  payload: object;
  attempts: number;
}

/** An event that is locked until the transaction of the relay ends. */
export interface ClaimedEvent {
  position: string;
  attempts: number;
  event: Event;
}

const claim = new Statement<OutboxRow, { now: Date; limit: number }>(
  'outbox.claim',
  `SELECT position, id, type, tenant_id, key, occurred_at, payload, attempts FROM platform.outbox
   WHERE state = 'due' AND due_at <= :now ORDER BY due_at, position LIMIT :limit FOR UPDATE SKIP LOCKED`,
);

const settle = new Statement<never, { positions: string[]; now: Date }>(
  'outbox.settle',
  `UPDATE platform.outbox SET state = 'done', settled_at = :now WHERE position = ANY(:positions::bigint[])`,
);

const postpone = new Statement<never, { position: string; state: string; due: Date; reason: string }>(
  'outbox.postpone',
  `UPDATE platform.outbox SET state = :state, attempts = attempts + 1, due_at = :due, last_error = :reason
   WHERE position = :position`,
);

const lag = new Statement<{ seconds: number }, { now: Date }>(
  'outbox.lag',
  `SELECT coalesce(extract(epoch FROM :now::timestamptz - min(due_at)), 0)::float8 AS seconds
   FROM platform.outbox WHERE state = 'due' AND due_at <= :now`,
);

const dead = new Statement<{ count: number }, Record<string, never>>(
  'outbox.dead',
  `SELECT count(*)::int AS count FROM platform.outbox WHERE state = 'dead'`,
);

/** Locks and returns the oldest due events that no other relay has locked. A crash of the relay releases the locks. */
export async function claimDue(tx: PoolClient, now: Date, limit: number): Promise<ClaimedEvent[]> {
  const rows = await claim.run(tx, { now, limit });
  return rows.map(({ position, attempts, tenant_id, occurred_at, ...rest }) => ({
    position,
    attempts,
    event: { ...rest, tenantId: tenant_id, occurredAt: occurred_at },
  }));
}

export const markDone = (tx: PoolClient, positions: string[], now: Date) => settle.run(tx, { positions, now });

export const markFailed = (tx: PoolClient, position: string, failure: { dead: boolean; due: Date; reason: string }) =>
  postpone.run(tx, {
    position,
    state: failure.dead ? 'dead' : 'due',
    due: failure.due,
    reason: failure.reason.slice(0, 1_000),
  });

/** Age of the oldest due event, in seconds; 0 if there is none. */
export async function outboxLag(executor: Executor, now: Date): Promise<number> {
  const [row] = await lag.run(executor, { now });
  return row?.seconds ?? 0;
}

/** Number of events that are not retried any more. */
export async function countDead(executor: Executor): Promise<number> {
  const [row] = await dead.run(executor, {});
  return row?.count ?? 0;
}
