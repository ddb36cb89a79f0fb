import type { PoolClient } from 'pg';
import { type Executor, newId, notification, NOTIFY, Statement } from '#platform';
import { MOST_RECEIVERS } from '../model/receiver.js';

/** What happened, as it is told to receivers. */
export interface EventRow {
  id: string;
  tenantId: string;
  type: string;
  occurredAt: Date;
  body: string;
}

/** What notifications of new events are called; their subject is the tenant. */
export const EVENTS = 'webhooks.events';

type Values = { id: string; tenant: string; type: string; occurred: Date; body: string };

const record = new Statement<never, Values>(
  'webhooks.record',
  `INSERT INTO webhooks.events (id, tenant_id, type, occurred_at, body)
   VALUES (:id, :tenant, :type, :occurred, :body) ON CONFLICT (id) DO NOTHING`,
);

type FanOut = { tenant: string; event: string; type: string; ids: string[]; due: Date; now: Date };

/** A receiver that is off gets a delivery all the same, which waits to be sent by hand. */
const fanOut = new Statement<never, FanOut>(
  'webhooks.fan-out',
  `INSERT INTO webhooks.deliveries
     (id, tenant_id, receiver_id, event_id, event_type, state, ready, trigger, due_at, created_at)
   SELECT (:ids::text[])[row_number() OVER (ORDER BY id)], tenant_id, id, :event, :type,
     CASE state WHEN 'on' THEN 'pending' ELSE 'skipped' END, state = 'on' AND :due::timestamptz <= :now, 'event', :due, :now
   FROM webhooks.receivers
   WHERE tenant_id = :tenant AND state <> 'removed' AND (events = '{}' OR :type = ANY(events))
   ON CONFLICT (receiver_id, event_id) DO NOTHING`,
);

/**
 * Keeps the event, and a delivery of it for each receiver that asked for its kind, due then; telling it twice changes
 * nothing.
 */
export async function recordEvent(tx: PoolClient, event: EventRow, due: Date, now: Date): Promise<void> {
  const { id, tenantId: tenant, type, occurredAt: occurred, body } = event;
  await record.run(tx, { id, tenant, type, occurred, body });
  const ids = Array.from({ length: MOST_RECEIVERS }, () => newId('dlv'));
  await fanOut.run(tx, { tenant, event: id, type, ids, due, now });
  await tx.query(NOTIFY, notification(EVENTS, tenant));
}

type Test = Values & { delivery: string; receiver: string };

const recordTest = new Statement<never, Test>(
  'webhooks.record-test',
  `WITH event AS (
     INSERT INTO webhooks.events (id, tenant_id, type, occurred_at, body)
     VALUES (:id, :tenant, :type, :occurred, :body) RETURNING id
   )
   INSERT INTO webhooks.deliveries
     (id, tenant_id, receiver_id, event_id, event_type, state, ready, trigger, due_at, created_at)
   SELECT :delivery, :tenant, :receiver, id, :type, 'pending', true, 'test', :occurred, :occurred FROM event`,
);

/** An event for one receiver alone. Gives the id of its delivery. */
export async function recordTestSend(executor: Executor, receiver: string, event: EventRow): Promise<string> {
  const { id, tenantId: tenant, type, occurredAt: occurred, body } = event;
  const delivery = newId('dlv');
  await recordTest.run(executor, { id, tenant, type, occurred, body, delivery, receiver });
  return delivery;
}
