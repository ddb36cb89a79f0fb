import { type Executor, Statement } from '#platform/database';
import type { DeliveryState, Trigger } from '../model/delivery.js';

export interface DeliveryRow {
  id: string;
  receiverId: string;
  eventId: string;
  eventType: string;
  /** Domain of the event, if it has one. */
  domain: string | null;
  state: DeliveryState;
  attempts: number;
  lastStatus: number | null;
  lastReason: string | null;
  createdAt: Date;
  deliveredAt: Date | null;
  dueAt: Date;
  /** Whether an attempt is in progress. */
  sending: boolean;
}

export interface AttemptRow {
  number: number;
  trigger: Trigger;
  startedAt: Date;
  durationMs: number | null;
  status: number | null;
  reason: string | null;
  answer: string;
}

const columnsAt = (
  now: string,
) => `d.id, d.receiver_id AS "receiverId", d.event_id AS "eventId", d.event_type AS "eventType", d.state,
  (SELECT e.body::jsonb -> 'data' ->> 'domain' FROM webhooks.events e WHERE e.id = d.event_id) AS domain,
  d.attempts, d.last_status AS "lastStatus", d.last_reason AS "lastReason", d.created_at AS "createdAt",
  d.delivered_at AS "deliveredAt", d.due_at AS "dueAt",
  coalesce(d.held_until > ${now}, false) AS sending`;

/** `before` is the last ID of the previous page. */
export type DeliveryQuery = {
  receiver: string | null;
  state: DeliveryState | null;
  before: string | null;
  limit: number;
};

const one = new Statement<DeliveryRow & { body: string }, { tenant: string; id: string; now: Date }>(
  'webhooks.delivery',
  `SELECT ${columnsAt(':now')}, e.body FROM webhooks.deliveries d JOIN webhooks.events e ON e.id = d.event_id
   WHERE d.tenant_id = :tenant AND d.id = :id`,
);

const attemptsOf = new Statement<AttemptRow, { id: string }>(
  'webhooks.attempts',
  `SELECT number, trigger, started_at AS "startedAt", duration_ms AS "durationMs", status, reason, answer
   FROM webhooks.attempts WHERE delivery_id = :id ORDER BY number`,
);

/**
 * A pending delivery keeps its step in the schedule: the failure of the resend adds one again. Others start the schedule
 * again. An expired lease is kept, so that its attempt is logged as lost.
 */
const resend = new Statement<{ id: string }, { tenant: string; id: string; now: Date }>(
  'webhooks.resend',
  `UPDATE webhooks.deliveries SET state = 'pending', ready = true, due_at = :now, queued_until = NULL,
     step = CASE state WHEN 'pending' THEN greatest(step - 1, 0) ELSE 0 END, trigger = 'resend'
   WHERE tenant_id = :tenant AND id = :id AND (held_until IS NULL OR held_until <= :now) RETURNING id`,
);

/**
 * Lists deliveries, newest first. The statement has only the requested conditions, so that PostgreSQL can use the partial
 * indexes: a few failed or pending deliveries are found quickly among a million delivered ones.
 */
export async function listDeliveries(
  executor: Executor,
  tenant: string,
  { receiver, state, before, limit }: DeliveryQuery,
  now: Date,
): Promise<DeliveryRow[]> {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const owner = add(tenant);
  const conditions = [
    `d.tenant_id = ${owner}`,
    ...(receiver === null ? [] : [isReceiver(owner, add(receiver))]),
    ...(state === null ? [] : [`d.state = ${add(state)}`]),
    ...(state === 'pending' ? [matchesPendingIndexes(owner)] : []),
    ...(before === null ? [] : [isBefore(owner, add(before))]),
  ];
  const text = `SELECT ${columnsAt(add(now))} FROM webhooks.deliveries d WHERE ${conditions.join(' AND ')}
    ORDER BY d.created_at DESC, d.id DESC LIMIT ${add(limit)}`;
  return (await executor.query<DeliveryRow>({ text, values })).rows;
}

/** The condition EXISTS avoids a scan for the receiver of another tenant. */
const isReceiver = (tenant: string, receiver: string) => `d.receiver_id = ${receiver}
  AND EXISTS (SELECT FROM webhooks.receivers r WHERE r.id = ${receiver} AND r.tenant_id = ${tenant})`;

/** Follows from `state = 'pending'`, but lets PostgreSQL use the indexes `deliveries_ready` and `deliveries_later`. */
const matchesPendingIndexes = (tenant: string) => `(
  d.ready AND d.receiver_id = ANY(ARRAY(SELECT r.id FROM webhooks.receivers r WHERE r.tenant_id = ${tenant}))
  OR d.state = 'pending' AND NOT d.ready)`;

const isBefore = (tenant: string, id: string) => `(d.created_at, d.id) <
  (SELECT b.created_at, b.id FROM webhooks.deliveries b WHERE b.tenant_id = ${tenant} AND b.id = ${id})`;

export async function findDelivery(executor: Executor, tenant: string, id: string, now: Date) {
  const [row] = await one.run(executor, { tenant, id, now });
  return row;
}

export const listAttempts = (executor: Executor, id: string) => attemptsOf.run(executor, { id });

/** Makes a delivery due now. Returns false if an attempt is in progress. */
export async function resendDelivery(executor: Executor, tenant: string, id: string, now: Date): Promise<boolean> {
  const rows = await resend.run(executor, { tenant, id, now });
  return rows.length === 1;
}
