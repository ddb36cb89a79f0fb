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

/** An event that this relay holds until its transaction ends. */
export interface ClaimedEvent {
  position: string;
  attempts: number;
  event: Event;
}

const claim = new Statement<OutboxRow, { now: Date; most: number }>(
  'outbox.claim',
  `SELECT position, id, type, tenant_id, key, occurred_at, payload, attempts FROM platform.outbox
   WHERE state = 'due' AND due_at <= :now ORDER BY due_at, position LIMIT :most FOR UPDATE SKIP LOCKED`,
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

/** The oldest events that are due and that no other relay holds; a relay that dies lets go of them at once. */
export async function claimDue(tx: PoolClient, now: Date, most: number): Promise<ClaimedEvent[]> {
  const rows = await claim.run(tx, { now, most });
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

/** How many seconds the oldest event has been waiting to be told; 0 when none does. */
export async function outboxLag(executor: Executor, now: Date): Promise<number> {
  const [row] = await lag.run(executor, { now });
  return row?.seconds ?? 0;
}

/** How many events nobody will be told of any more. */
export async function countDead(executor: Executor): Promise<number> {
  const [row] = await dead.run(executor, {});
  return row?.count ?? 0;
}
