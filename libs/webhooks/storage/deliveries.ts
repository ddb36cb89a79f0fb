import { type Executor, Statement } from '#platform';
import type { DeliveryState, Trigger } from '../model/delivery.js';

export interface DeliveryRow {
  id: string;
  receiverId: string;
  eventId: string;
  eventType: string;
  /** What the event tells of, if that is a domain. */
  domain: string | null;
  state: DeliveryState;
  attempts: number;
  lastStatus: number | null;
  lastReason: string | null;
  createdAt: Date;
  deliveredAt: Date | null;
  dueAt: Date;
  /** A worker holds it at this moment. */
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

const COLUMNS = `d.id, d.receiver_id AS "receiverId", d.event_id AS "eventId", d.event_type AS "eventType", d.state,
  (SELECT e.body::jsonb -> 'data' ->> 'domain' FROM webhooks.events e WHERE e.id = d.event_id) AS domain,
  d.attempts, d.last_status AS "lastStatus", d.last_reason AS "lastReason", d.created_at AS "createdAt",
  d.delivered_at AS "deliveredAt", d.due_at AS "dueAt",
  coalesce(d.held_until > :now, false) AS sending`;

/** Which deliveries are asked for; `before` is the id of the last one seen. */
export type DeliveryQuery = {
  receiver: string | null;
  state: DeliveryState | null;
  before: string | null;
  limit: number;
};

const list = new Statement<DeliveryRow, DeliveryQuery & { tenant: string; now: Date }>(
  'webhooks.deliveries',
  `SELECT ${COLUMNS} FROM webhooks.deliveries d
   WHERE d.tenant_id = :tenant
     AND (:receiver::text IS NULL OR d.receiver_id = :receiver) AND (:state::text IS NULL OR d.state = :state)
     AND (:before::text IS NULL OR (d.created_at, d.id) <
       (SELECT b.created_at, b.id FROM webhooks.deliveries b WHERE b.tenant_id = :tenant AND b.id = :before))
   ORDER BY d.created_at DESC, d.id DESC LIMIT :limit`,
);

const one = new Statement<DeliveryRow & { body: string }, { tenant: string; id: string; now: Date }>(
  'webhooks.delivery',
  `SELECT ${COLUMNS}, e.body FROM webhooks.deliveries d JOIN webhooks.events e ON e.id = d.event_id
   WHERE d.tenant_id = :tenant AND d.id = :id`,
);

const attemptsOf = new Statement<AttemptRow, { id: string }>(
  'webhooks.attempts',
  `SELECT number, trigger, started_at AS "startedAt", duration_ms AS "durationMs", status, reason, answer
   FROM webhooks.attempts WHERE delivery_id = :id ORDER BY number`,
);

/**
 * What is pending keeps its place in the schedule, which a failure would otherwise move on; everything else starts it
 * anew. Nothing that a worker holds at this moment is touched; a hold that ran out stays, for the log.
 */
const AGAIN = `SET state = 'pending', ready = true, due_at = :now, queued_until = NULL,
  step = CASE state WHEN 'pending' THEN greatest(step - 1, 0) ELSE 0 END`;

const again = new Statement<{ id: string }, { tenant: string; id: string; now: Date }>(
  'webhooks.resend',
  `UPDATE webhooks.deliveries ${AGAIN}, trigger = 'resend'
   WHERE tenant_id = :tenant AND id = :id AND (held_until IS NULL OR held_until <= :now) RETURNING id`,
);

export const listDeliveries = (executor: Executor, tenant: string, query: DeliveryQuery, now: Date) =>
  list.run(executor, { tenant, now, ...query });

export async function findDelivery(executor: Executor, tenant: string, id: string, now: Date) {
  const [row] = await one.run(executor, { tenant, id, now });
  return row;
}

export const listAttempts = (executor: Executor, id: string) => attemptsOf.run(executor, { id });

/** Makes it due now. False when a worker holds it at this moment. */
export async function sendAgain(executor: Executor, tenant: string, id: string, now: Date): Promise<boolean> {
  const rows = await again.run(executor, { tenant, id, now });
  return rows.length === 1;
}
