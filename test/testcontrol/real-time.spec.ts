import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox } from '../support/sandbox.js';
import { WebhookSandbox } from '../support/webhook-sandbox.js';

/** Columns with business time; all others contain real time. */
const BUSINESS_TIME = [
  'checkout.payments.paid_at',
  'domains.registrations.expires_at',
  'domains.registrations.registered_at',
  'orders.orders.created_at',
  'orders.orders.expires_at',
  'orders.orders.paid_at',
  'orders.orders.registered_at',
  'platform.events.occurred_at',
  'testcontrol.clock_changes.target',
  'tenancy.clocks.frozen_at',
  'tenancy.clocks.cursor_time',
];

/** Columns with real time that the test must fill. */
const REAL_TIME = [
  'identity.sessions.seen_at',
  'platform.audit.at',
  'platform.events.recorded_at',
  'platform.idempotency_keys.created_at',
  'testcontrol.clock_changes.changed_at',
  'usage.minutes.minute',
  'usage.registrations.minute',
  'usage.requests.at',
  'webhooks.deliveries.created_at',
  'webhooks.deliveries.delivered_at',
  'webhooks.receivers.last_success_at',
];

const DAY_MS = 86_400_000;
const webhooks = new WebhookSandbox();
let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  await webhooks.start();
  ({ sandbox } = webhooks);
});
beforeEach(async () => void (client = await sandbox.tenant()));

/** The latest time in each column of the database that has one. */
async function latestTimes(): Promise<Map<string, Date>> {
  const columns = await sandbox.rows(
    `SELECT format('%I.%I', table_schema, table_name) AS "table", column_name AS name FROM information_schema.columns
     WHERE data_type = 'timestamp with time zone' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const latest = new Map<string, Date>();
  for (const { table, name } of columns) {
    const [{ time }] = await sandbox.rows(`SELECT max("${name}") AS time FROM ${table}`);
    if (time) latest.set(`${table}.${name}`, time);
  }
  return latest;
}

describe('while the clock of a tenant is years ahead', () => {
  it('all other times are real', async () => {
    const operator = await sandbox.person({ role: 'operator' });
    const receiver = await webhooks.receiverOf(client);
    const years = Array.from({ length: 9 }, (_, year) => year);
    for (const year of years) {
      await client.pay(await client.orderOf(`year-${year}.com`), `payment-${year}`, { 'X-Idempotency-Key': `${year}` });
      await operator.post(`tenants/${client.tenant.slug}/clock/advance`, { by: 'P2Y' });
    }
    await eventually(() => expect(receiver.received).toHaveLength(4 * years.length));
    await eventually(async () => {
      const times = await latestTimes();
      expect(REAL_TIME.filter(name => !times.has(name))).toEqual([]);
      const late = [...times].filter(([, time]) => time.getTime() > Date.now() + 2 * DAY_MS).map(([name]) => name);
      expect(late.filter(name => !BUSINESS_TIME.includes(name))).toEqual([]);
    });
  });

  it('idempotency keys stay valid', async () => {
    const order = await client.orderOf('example.com');
    const key = { 'X-Idempotency-Key': 'before' };
    const first = await client.pay(order, 'once', key);
    await client.advance({ by: 'P10Y' });
    const again = await client.pay(order, 'once', key);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('rate limits are not reset', async () => {
    const limited = await sandbox.key(client.tenant, { limit: 1 });
    expect(outcomeOf(await limited.search({ domain: 'example.com' }))).toBe('200');
    await client.advance({ by: 'P10Y' });
    expect(outcomeOf(await limited.search({ domain: 'example.com' }))).toBe('429 RATE_LIMITED');
  });

  it('keys and sessions do not expire', async () => {
    const key = await sandbox.key(client.tenant, { expires: new Date(Date.now() + DAY_MS) });
    const operator = await sandbox.person({ role: 'operator' });
    await client.advance({ by: 'P10Y' });
    expect(outcomeOf(await key.search({ domain: 'example.com' }))).toBe('200');
    expect(outcomeOf(await operator.get(`tenants/${client.tenant.slug}/clock`))).toBe('200');
  });
});
