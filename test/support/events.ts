import { connect, type Socket } from 'node:net';
import type { EntityManager } from 'typeorm';
import type { HttpResponse } from './openapi-check.js';
import { type Client, EVENTS } from './client.js';
import { eventually } from './eventually.js';
import type { Sandbox } from './sandbox.js';

/** A cursor for events from now on. */
export const currentCursor = async (client: Client): Promise<string> => (await client.follow()).body.data.next;

export const domainsIn = ({ body }: HttpResponse): string[] =>
  body.data.events.map(({ data }: never) => (data as never)['domain']);

/** An event of the log. */
export interface LoggedEvent {
  id: string;
  type: string;
  occurred_at: Date;
  recorded_at: Date;
  context: { request_id?: string };
  // oxlint-disable-next-line no-explicit-any -- bodies of any event
  body: any;
}

/** All events of a tenant, in the order in which receivers get them. */
export const eventsOf = (sandbox: Sandbox, { tenant }: Client): Promise<LoggedEvent[]> =>
  sandbox.rows(
    `SELECT id, type, occurred_at, recorded_at, context, body::jsonb AS body FROM platform.events
     WHERE tenant_id = $1 ORDER BY epoch, transaction_id, position`,
    [tenant.id],
  );

/** Makes the database reject new events of these tenants until the returned function is called. */
export async function failEventsOf(sandbox: Sandbox, clients: Client[]): Promise<() => Promise<unknown>> {
  const ids = clients.map(({ tenant }) => `'${tenant.id}'`).join();
  await sandbox.rows(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no event''; END'`);
  await sandbox.rows(
    `CREATE TRIGGER fail BEFORE INSERT ON platform.events FOR EACH ROW
     WHEN (new.tenant_id IN (${ids})) EXECUTE FUNCTION fail()`,
  );
  return () => sandbox.rows('DROP FUNCTION fail CASCADE');
}

/** Follows events after a cursor until `count` events have arrived. A transaction of any test holds back the events of all. */
export async function collectDomains(client: Client, after: string, count: number): Promise<string[]> {
  const seen: string[] = [];
  for (let next = after; seen.length < count;) {
    const response = await client.follow({ after: next, wait: 25 });
    if (response.body.data.events.length === 0) throw new Error(`timed out after ${seen.join(', ')}`);
    seen.push(...domainsIn(response));
    next = response.body.data.next;
  }
  return seen;
}

/** The value of a metric without labels. */
export async function readMetric(sandbox: Sandbox, name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await sandbox.metrics())?.[1]);
}

/** Resolves when `count` requests of a process wait for events. */
export const waitForFollowers = (sandbox: Sandbox, count: number) =>
  eventually(async () => expect(await readMetric(sandbox, 'nameyard_events_waiting')).toBe(count));

/** Opens a long poll on its own connection, which the test can close. The response is not read. */
export function openLongPoll(sandbox: Sandbox, client: Client, after: string): Socket {
  const { hostname, port } = new URL(sandbox.origin);
  const headers = Object.entries(client.headers).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.write([`GET ${EVENTS}?after=${after}&wait=25 HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'));
  return socket;
}

/** Stores an event as a checkout does, in the test's transaction, and notifies followers. */
export const recordEvent = (tx: Pick<EntityManager, 'query'>, { tenant }: Client, domain: string, context = {}) =>
  tx.query(
    `WITH event AS (
       INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
       SELECT max(epoch), 'evt_' || gen_random_uuid(), 'domain.registered', $1, 'ord_0', now(), now(), $3, $2
       FROM platform.epochs RETURNING tenant_id
     )
     SELECT pg_notify('nameyard', 'webhooks.events ' || tenant_id) FROM event`,
    [tenant.id, bodyOf(domain, tenant.slug), context],
  );

const bodyOf = (domain: string, tenant: string): string =>
  JSON.stringify({
    type: 'domain.registered',
    timestamp: '2025-11-21T08:00:00.000Z',
    data: {
      order_id: 'ord_0',
      domain,
      tld: 'com',
      years: 1,
      status: 'registered',
      registered_at: '2025-11-21T08:00:00.000Z',
      expires_at: '2026-11-21T08:00:00.000Z',
      amount: { currency: 'USD', total: 11.99 },
      owner: { email: 'ada@example.com' },
      tenant,
    },
  });
