import type { PoolClient } from 'pg';
import { type Executor, notification, NOTIFY_EACH, Statement } from '#platform/database';
import { newId } from '#platform/ids';

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

type Events = { ids: string[]; tenants: string[]; types: string[]; occurred: Date[]; bodies: string[] };

const record = new Statement<never, Events>(
  'webhooks.record',
  `INSERT INTO webhooks.events (id, tenant_id, type, occurred_at, body)
   SELECT * FROM unnest(:ids::text[], :tenants::text[], :types::text[], :occurred::timestamptz[], :bodies::text[])
   ON CONFLICT (id) DO NOTHING`,
);

/** A receiver that is off gets a delivery all the same, which waits to be sent by hand. */
const pair = new Statement<{ event: string; receiver: string }, Pick<Events, 'ids' | 'tenants' | 'types'>>(
  'webhooks.pair',
  `SELECT e.id AS event, r.id AS receiver
   FROM unnest(:ids::text[], :tenants::text[], :types::text[]) AS e(id, tenant, type)
   JOIN webhooks.receivers r ON r.tenant_id = e.tenant
   WHERE r.state <> 'removed' AND (r.events = '{}' OR e.type = ANY(r.events))`,
);

type FanOut = { ids: string[]; events: string[]; receivers: string[]; due: Date; now: Date };

const fanOut = new Statement<never, FanOut>(
  'webhooks.fan-out',
  `INSERT INTO webhooks.deliveries
     (id, tenant_id, receiver_id, event_id, event_type, state, ready, trigger, due_at, created_at)
   SELECT pair.id, e.tenant_id, r.id, e.id, e.type, CASE r.state WHEN 'on' THEN 'pending' ELSE 'skipped' END,
     r.state = 'on' AND :due::timestamptz <= :now, 'event', :due, :now
   FROM unnest(:ids::text[], :events::text[], :receivers::text[]) AS pair(id, event, receiver)
   JOIN webhooks.events e ON e.id = pair.event JOIN webhooks.receivers r ON r.id = pair.receiver
   ON CONFLICT (receiver_id, event_id) DO NOTHING`,
);

/**
 * Keeps events, and a delivery of each for every receiver that asked for its kind, due then; telling one twice changes
 * nothing.
 */
export async function recordEvents(tx: PoolClient, events: EventRow[], due: Date, now: Date): Promise<void> {
  const columns = {
    ids: events.map(({ id }) => id),
    tenants: events.map(({ tenantId }) => tenantId),
    types: events.map(({ type }) => type),
    occurred: events.map(({ occurredAt }) => occurredAt),
    bodies: events.map(({ body }) => body),
  };
  await record.run(tx, columns);
  const pairs = await pair.run(tx, columns);
  const receivers = pairs.map(({ receiver }) => receiver);
  const ids = pairs.map(() => newId('dlv'));
  await fanOut.run(tx, { ids, events: pairs.map(({ event }) => event), receivers, due, now });
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

/** An event for one receiver alone. Gives the id of its delivery. */
export async function recordTestSend(executor: Executor, receiver: string, event: EventRow): Promise<string> {
  const { id, tenantId: tenant, type, occurredAt: occurred, body } = event;
  const delivery = newId('dlv');
  await recordTest.run(executor, { id, tenant, type, occurred, body, delivery, receiver });
  return delivery;
}
