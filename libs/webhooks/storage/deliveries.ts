import { type Executor, Statement } from '#platform/database';
import { recordEvents, jsonObject } from '#platform/events/sql';
import { newId } from '#platform/ids';
import { type TestData, WebhookTest } from '../events/webhook-test.js';
import type { Attempt, DeliveryState } from '../model/delivery.js';

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
  dueAt: Date | null;
  /** Whether an attempt is in progress. */
  sending: boolean;
}

const columnsAt = (
  now: string,
) => `d.id, d.receiver_id AS "receiverId", d.event_id AS "eventId", d.event_type AS "eventType", d.state,
  (SELECT e.body::jsonb -> 'data' ->> 'domain' FROM platform.events e WHERE e.id = d.event_id) AS domain,
  jsonb_array_length(d.attempts) AS attempts, d.last_status AS "lastStatus", d.last_reason AS "lastReason",
  d.created_at AS "createdAt", d.delivered_at AS "deliveredAt", d.due_at AS "dueAt",
  d.sending AND d.due_at > ${now} AS sending`;

/** `before` is the last ID of the previous page. */
export type DeliveryQuery = {
  receiver: string | null;
  state: DeliveryState | null;
  before: string | null;
  limit: number;
};

const one = new Statement<DeliveryRow & { body: string; log: Attempt[] }, { tenant: string; id: string; now: Date }>(
  'webhooks.delivery',
  `SELECT ${columnsAt(':now')}, e.body, d.attempts AS log
   FROM webhooks.deliveries d JOIN platform.events e ON e.id = d.event_id
   WHERE d.tenant_id = :tenant AND d.id = :id`,
);

/** A pending delivery keeps its step in the schedule: the failure of the resend adds one again. Others start it again. */
const resend = new Statement<{ id: string }, { tenant: string; id: string; now: Date }>(
  'webhooks.resend',
  `UPDATE webhooks.deliveries SET state = 'pending', due_at = :now, sending = false, trigger = 'resend',
     step = CASE state WHEN 'pending' THEN greatest(step - 1, 0) ELSE 0 END
   WHERE tenant_id = :tenant AND id = :id AND NOT (sending AND due_at > :now) RETURNING id`,
);

const data = { receiver_id: ':receiver::text', message: ':message::text', tenant: ':slug::text' };

const recordTest = new Statement<never, { event: string; tenant: string; delivery: string; now: Date } & TestValues>(
  'webhooks.record-test',
  `WITH test AS (SELECT :now::timestamptz AS now),
   event AS (${recordEvents('test', {
     kind: WebhookTest,
     id: ':event::text',
     tenantId: ':tenant::text',
     key: ':receiver::text',
     occurredAt: 'now',
     recordedAt: 'now',
     requestId: ':request::text',
     data: jsonObject<TestData>(data),
     orderBy: 'now',
   })})
   INSERT INTO webhooks.deliveries
     (id, tenant_id, receiver_id, event_id, event_type, state, step, trigger, due_at, sending, attempts, created_at)
   SELECT :delivery, :tenant, :receiver, :event, '${WebhookTest.type}', 'pending', 0, 'test', now, false, '[]', now FROM test`,
);

type TestValues = { receiver: string; message: string; slug: string; request: string | null };

/**
 * Lists deliveries, newest first. The statement has only the requested conditions, so that PostgreSQL can use the partial
 * index: a few failed or pending deliveries are found quickly among a million delivered ones.
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
    ...(state === null || state === 'delivered' ? [] : [`d.state <> 'delivered'`]),
    ...(before === null ? [] : [`d.id < ${add(before)}`]),
  ];
  const text = `SELECT ${columnsAt(add(now))} FROM webhooks.deliveries d WHERE ${conditions.join(' AND ')}
    ORDER BY d.id DESC LIMIT ${add(limit)}`;
  return (await executor.query<DeliveryRow>({ text, values })).rows;
}

/** The condition EXISTS avoids a scan for the receiver of another tenant. */
const isReceiver = (tenant: string, receiver: string) => `d.receiver_id = ${receiver}
  AND EXISTS (SELECT FROM webhooks.receivers r WHERE r.id = ${receiver} AND r.tenant_id = ${tenant})`;

/** A delivery with its body and its attempts. */
export async function findDelivery(executor: Executor, tenant: string, id: string, now: Date) {
  const [row] = await one.run(executor, { tenant, id, now });
  return row;
}

/** Makes a delivery due now. Returns false if an attempt is in progress. */
export async function resendDelivery(executor: Executor, tenant: string, id: string, now: Date): Promise<boolean> {
  const rows = await resend.run(executor, { tenant, id, now });
  return rows.length === 1;
}

/** Records a test event and its delivery to one receiver, which is due. Returns the ID of the delivery. */
export async function recordTestDelivery(
  executor: Executor,
  tenant: { id: string; slug: string },
  test: Omit<TestValues, 'slug'>,
  now: Date,
): Promise<string> {
  const [event, delivery] = [newId('evt'), newId('dlv')];
  await recordTest.run(executor, { ...test, event, delivery, tenant: tenant.id, slug: tenant.slug, now });
  return delivery;
}
