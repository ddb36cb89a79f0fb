import type { BusinessTime } from '#platform/process/clock';
import { Conditions, type Executor, jsonObject, jsonTime, Statement } from '#platform/database';
import { lowestId } from '#platform/security/ids';
import { CURRENT_EPOCH, recordEvents } from '#platform/events/sql';
import type { DeliveriesQuery, DeliveryDetail } from '../contract.js';
import { RESENT_EVENT } from '../events/resent-event.js';
import { type TestData, WebhookTest } from '../events/webhook-test.js';
import type { EndedAttempt } from '../model/delivery.js';
import type { RecordedDelivery } from './queued-deliveries.js';

/** Columns of `RecordedDelivery`, from the delivery `d` and its event `e`. */
const viewAt = (now: string) => `d.id, d.receiver_id, d.event_id, d.event_type, d.state, d.last_status, d.last_reason,
  e.body::jsonb #>> '{data,domain}' AS domain, e.context #>> '{delivery,effect}' AS altered,
  d.sending AND d.due_at > ${now} AS sending, jsonb_array_length(d.attempts) AS attempts,
  ${jsonTime('d.created_at')} AS created_at, ${jsonTime('d.delivered_at')} AS delivered_at,
  CASE WHEN NOT d.sending OR d.due_at <= ${now} THEN ${jsonTime('d.due_at')} END AS next_attempt_at`;

interface StoredDelivery extends Omit<DeliveryDetail, 'log' | 'waits_for'> {
  /** ID of the request that caused the event. */
  requestId: string | null;
  log: EndedAttempt[];
}

/** A delivery with its body and its attempts. */
export const findDelivery = new Statement<StoredDelivery, { tenant: string; id: string; now: Date }>(
  'webhooks.delivery',
  `SELECT ${viewAt(':now')}, e.body, e.body::jsonb #>> '{data,order_id}' AS order_id,
     e.context ->> 'request_id' AS "requestId", d.attempts AS log
   FROM webhooks.deliveries d JOIN platform.events e ON e.id = d.event_id
   WHERE d.tenant_id = :tenant AND d.id = :id`,
);

/**
 * Makes a delivery due now; returns no row if an attempt is in progress. A pending delivery keeps its step of the
 * schedule: one is subtracted, because a failure of the resend adds one. Other deliveries start the schedule again.
 */
export const resendDelivery = new Statement<{ id: string }, { tenant: string; id: string; now: Date }>(
  'webhooks.resend',
  `UPDATE webhooks.deliveries SET state = 'pending', due_at = :now, sending = false, trigger = 'resend',
     step = CASE state WHEN 'pending' THEN greatest(step - 1, 0) ELSE 0 END
   WHERE tenant_id = :tenant AND id = :id AND NOT (sending AND due_at > :now) RETURNING id`,
);

/** Records a copy of the event of a delivery for the followers of the log. Test events concern only their receiver. */
export const recordResent = new Statement<never, { tenant: string; delivery: string; copy: string; now: Date }>(
  'webhooks.record-resent',
  `INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
   SELECT ${CURRENT_EPOCH}, :copy, '${RESENT_EVENT}', e.tenant_id, e.id, e.occurred_at, :now, e.context, e.body
   FROM webhooks.deliveries d JOIN platform.events e ON e.id = d.event_id
   WHERE d.tenant_id = :tenant AND d.id = :delivery AND e.type <> '${WebhookTest.type}'`,
);

const data = { receiver_id: ':receiver::text', message: ':message::text', tenant: ':slug::text' };

type TestValues = Record<'event' | 'delivery' | 'tenant' | 'slug' | 'receiver' | 'message', string> & {
  now: Date;
  occurred_at: BusinessTime;
};

/** Records a test event and its delivery to one receiver, which is due. */
export const recordTest = new Statement<never, TestValues>(
  'webhooks.record-test',
  `WITH test AS (SELECT :now::timestamptz AS now),
   event AS (${recordEvents('test', {
     kind: WebhookTest,
     id: ':event::text',
     tenantId: ':tenant::text',
     key: ':receiver::text',
     occurredAt: ':occurred_at::timestamptz',
     recordedAt: 'now',
     context: `'{}'::jsonb`,
     data: jsonObject<TestData>(data),
     orderBy: 'now',
   })})
   INSERT INTO webhooks.deliveries
     (id, tenant_id, receiver_id, event_id, event_type, state, step, trigger, due_at, sending, attempts, created_at)
   SELECT :delivery, :tenant, :receiver, :event, '${WebhookTest.type}', 'pending', 0, 'test', now, false, '[]', now FROM test`,
);

/** Lists deliveries, newest first. */
export async function listDeliveries(
  executor: Executor,
  tenant: string,
  { receiver, event, state, before, limit, from, to }: DeliveriesQuery,
  now: Date,
): Promise<RecordedDelivery[]> {
  const where = new Conditions();
  const owner = where.addParameter(tenant);
  where.add(`d.tenant_id = ${owner}`);
  where.addIfDefined(receiver, id => isReceiver(owner, id));
  where.addIfDefined(event?.toLowerCase(), id => `d.event_id = ${id}`);
  where.addIfDefined(state, value => `d.state = ${value}`);
  // Repeats the condition of the index of undelivered ones, which finds a few among millions.
  if (state && state !== 'delivered') where.add(`d.state <> 'delivered'`);
  where.addIfDefined(before, id => `d.id < ${id}`);
  where.addIfDefined(from && lowestId('dlv', new Date(from)), lowest => `d.id >= ${lowest}`);
  where.addIfDefined(to && lowestId('dlv', new Date(to)), end => `d.id < ${end}`);
  const text = `SELECT ${viewAt(where.addParameter(now))} FROM (
      SELECT d.* FROM webhooks.deliveries d WHERE ${where.toString()} ORDER BY d.id DESC LIMIT ${where.addParameter(limit)}
    ) d LEFT JOIN platform.events e ON e.id = d.event_id ORDER BY d.id DESC`;
  return where.run(executor, text);
}

/** The condition EXISTS avoids a scan for the receiver of another tenant. */
const isReceiver = (tenant: string, receiver: string) => `d.receiver_id = ${receiver}
  AND EXISTS (SELECT FROM webhooks.receivers r WHERE r.id = ${receiver} AND r.tenant_id = ${tenant})`;
