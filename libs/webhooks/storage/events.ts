import type { PoolClient } from 'pg';
import { type Executor, notification, NOTIFY_EACH, Statement } from '#platform/database';
import { newId } from '#platform/ids';

/** An event and the body that receivers get. */
export interface EventRow {
  id: string;
  tenantId: string;
  type: string;
  occurredAt: Date;
  body: string;
}

/** Topic of the notifications of new events; the subject is the tenant ID. */
export const EVENTS = 'webhooks.events';

type Events = { ids: string[]; tenants: string[]; types: string[]; occurred: Date[]; bodies: string[] };

const record = new Statement<never, Events>(
  'webhooks.record',
  `INSERT INTO webhooks.events (id, tenant_id, type, occurred_at, body)
   SELECT * FROM unnest(:ids::text[], :tenants::text[], :types::text[], :occurred::timestamptz[], :bodies::text[])
   ON CONFLICT (id) DO NOTHING`,
);

/** Includes receivers that are off: their deliveries are skipped, and can be recovered later. */
const selectPairs = new Statement<{ event: string; receiver: string }, Pick<Events, 'ids' | 'tenants' | 'types'>>(
  'webhooks.select-pairs',
  `SELECT e.id AS event, r.id AS receiver
   FROM unnest(:ids::text[], :tenants::text[], :types::text[]) AS e(id, tenant, type)
   JOIN webhooks.receivers r ON r.tenant_id = e.tenant
   WHERE r.state <> 'removed' AND (r.events = '{}' OR e.type = ANY(r.events))`,
);

type Deliveries = { ids: string[]; events: string[]; receivers: string[]; due: Date; now: Date };

const insertDeliveries = new Statement<never, Deliveries>(
  'webhooks.fan-out',
  `INSERT INTO webhooks.deliveries
     (id, tenant_id, receiver_id, event_id, event_type, state, ready, trigger, due_at, created_at)
   SELECT pair.id, e.tenant_id, r.id, e.id, e.type, CASE r.state WHEN 'on' THEN 'pending' ELSE 'skipped' END,
     r.state = 'on' AND :due::timestamptz <= :now, 'event', :due, :now
   FROM unnest(:ids::text[], :events::text[], :receivers::text[]) AS pair(id, event, receiver)
   JOIN webhooks.events e ON e.id = pair.event JOIN webhooks.receivers r ON r.id = pair.receiver
   ON CONFLICT (receiver_id, event_id) DO NOTHING`,
);

/** Stores events, and a delivery for each receiver that subscribed to the type. Recording an event twice has no effect. */
export async function recordEvents(tx: PoolClient, events: EventRow[], due: Date, now: Date): Promise<void> {
  const columns = {
    ids: events.map(({ id }) => id),
    tenants: events.map(({ tenantId }) => tenantId),
    types: events.map(({ type }) => type),
    occurred: events.map(({ occurredAt }) => occurredAt),
    bodies: events.map(({ body }) => body),
  };
  await record.run(tx, columns);
  const pairs = await selectPairs.run(tx, columns);
  const receivers = pairs.map(({ receiver }) => receiver);
  const ids = pairs.map(() => newId('dlv'));
  await insertDeliveries.run(tx, { ids, events: pairs.map(({ event }) => event), receivers, due, now });
  const tenants = [...new Set(columns.tenants)];
  await tx.query(NOTIFY_EACH, [tenants.map(tenant => notification(EVENTS, tenant)[0])]);
}

type Test = {
  id: string;
  tenant: string;
  type: string;
  occurred: Date;
  body: string;
  delivery: string;
  receiver: string;
};

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

/** Stores an event for one receiver only. Returns the ID of its delivery. */
export async function recordTestEvent(executor: Executor, receiver: string, event: EventRow): Promise<string> {
  const { id, tenantId: tenant, type, occurredAt: occurred, body } = event;
  const delivery = newId('dlv');
  await recordTest.run(executor, { id, tenant, type, occurred, body, delivery, receiver });
  return delivery;
}
