/** Initial data, recorded events and the ledger. */
import { createHash, randomInt } from 'node:crypto';
import pg from 'pg';
import { makeKey } from '../processes/keys.ts';
import { ownedName } from './requests.mjs';
import { registerCleanup, waitFor } from './stage.mjs';

/** The maximum limit of a key. Several keys take turns, so that even a fast machine does not reach it. */
const LIMIT = 1_000_000;
const KEYS = 4;

/** More than any contender pays per second. */
const MAX_PER_SECOND = 16_000;

const DRAIN_MS = 300_000;

const OWNER = '{"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}';

/** SQL for the id and the domain of an order by number, also used by pgbench. */
export const ORDER_ID = number => `('ord_' || lpad(${number}, 32, '0'))`;
export const DOMAIN = number => `('paid-' || ${number} || '.com')`;

/** SQL of the event of a registration, for the columns of `EVENT_COLUMNS`. */
export const EVENT_COLUMNS = 'epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body';
export const EVENT = ({ id, tenant, slug, order, domain }) => `(SELECT max(epoch) FROM platform.epochs), ${id},
  'domain.registered', ${tenant}, ${order}, now(), now(), '{}', json_build_object('type', 'domain.registered',
    'timestamp', now(), 'data', json_build_object('order_id', ${order}, 'domain', ${domain}, 'tld', 'com', 'years', 1,
      'status', 'registered', 'registered_at', now(), 'expires_at', now() + interval '1 year',
      'amount', json_build_object('currency', 'USD', 'total', 11.99),
      'owner', json_build_object('email', 'ada@example.com'), 'tenant', ${slug}))`;

/** A pool for preparation and checks. */
export function openPool(connectionString, max = 2) {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', () => {}); // ends with its server
  registerCleanup(() => pool.end());
  return pool;
}

/** Creates keys and registrations for the first tenant of a new database. */
export async function prepareTenant(database, owned = 10_000) {
  const { rows } = await database.query('SELECT id, slug FROM tenancy.tenants ORDER BY created_at LIMIT 1');
  const callers = await grantKeys(database, Array(KEYS).fill(rows[0]));
  await register(database, [rows[0].id], owned);
  return { database, callers, owned, orders: new OpenOrders(database, callers) };
}

/** Opens `count` more tenants, with a key and `owned` registrations each. */
export async function prepareTenants(database, count, owned) {
  const { rows } = await database.query(
    `INSERT INTO tenancy.tenants (id, slug, name, currency, created_at)
     SELECT 'ten_bench' || n, 'bench-' || n, 'Bench', 'USD', now() FROM generate_series(1, $1::int) n RETURNING id, slug`,
    [count],
  );
  const callers = await grantKeys(database, rows);
  const tenants = rows.map(({ id }) => id);
  await register(database, tenants, owned);
  return { callers, owned, orders: new OpenOrders(database, callers) };
}

/** Inserts keys directly, because starting the CLI for each key is slow. */
async function grantKeys(database, tenants) {
  const callers = tenants.map(tenant => ({ tenant, key: makeKey('sandbox') }));
  await database.query(
    `INSERT INTO api_keys.keys (id, tenant_id, name, hash, start, "end", scope, permissions, rate_limit, created_at)
     SELECT id, tenant, 'bench', hash, first, last, 'sandbox', '{sandbox.*}', $6, now()
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) k(id, tenant, hash, first, last)`,
    [
      callers.map(() => `key_bench${randomInt(2 ** 47)}`),
      callers.map(({ tenant }) => tenant.id),
      callers.map(({ key }) => createHash('sha256').update(key).digest('hex')),
      callers.map(({ key }) => key.slice(-38, -34)),
      callers.map(({ key }) => key.slice(-10, -6)),
      LIMIT,
    ],
  );
  return callers;
}

/** Registers `count` domains for each tenant like checkouts do. */
export async function register(database, tenants, count) {
  await database.query(
    `INSERT INTO domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at)
     SELECT tenant, replace('${ownedName('#')}', '#', n::text), 'com', 'ord_' || tenant || '_' || n, now(),
       now() + interval '1 year'
     FROM unnest($1::text[]) tenant, generate_series(1, $2::int) n`,
    [tenants, count],
  );
  await database.query('VACUUM ANALYZE domains.registrations');
}

/** Inserts the orders and payments of the registrations. */
export async function payForRegistrations(database) {
  await database.query(
    `INSERT INTO orders.orders (id, tenant_id, domain, tld, years, currency, total, owner, status, created_at, paid_at)
     SELECT order_id, tenant_id, domain, tld, 1, 'USD', 1199, '${OWNER}', 'paid', registered_at, registered_at
     FROM domains.registrations`,
  );
  await database.query(
    `INSERT INTO checkout.payments (tenant_id, reference, order_id, method, currency, total, paid_at)
     SELECT tenant_id, 'invoice-of-' || domain, order_id, 'test', 'USD', 1199, registered_at FROM domains.registrations`,
  );
  await database.query('VACUUM ANALYZE orders.orders, checkout.payments');
  await database.query('CHECKPOINT');
}

/** Unpaid orders, inserted in bulk before measuring. They belong to the callers' tenants in turns. */
export class OpenOrders {
  placed = 0;
  taken = 0;

  constructor(database, callers) {
    this.database = database;
    this.callers = callers;
  }

  /** Makes sure that there are enough orders for this many seconds. */
  async insertFor(seconds, more = 0) {
    const count = Math.ceil(seconds * MAX_PER_SECOND) + more - (this.placed - this.taken);
    if (count <= 0) return;
    await this.database.query(
      `INSERT INTO orders.orders (id, tenant_id, domain, tld, years, currency, total, owner, status, created_at)
       SELECT ${ORDER_ID('n::text')}, ($1::text[])[1 + n % cardinality($1::text[])], ${DOMAIN('n::text')}, 'com', 1,
         'USD', 1199, '${OWNER}', 'created', now()
       FROM generate_series($2::int, $3::int) n`,
      [this.callers.map(({ tenant }) => tenant.id), this.placed + 1, this.placed + count],
    );
    await this.database.query('VACUUM ANALYZE orders.orders');
    this.placed += count;
  }

  take() {
    if (this.taken === this.placed) throw new Error('Not enough orders; increase MAX_PER_SECOND.');
    const number = ++this.taken;
    return {
      id: `ord_${String(number).padStart(32, '0')}`,
      domain: `paid-${number}.com`,
      reference: `invoice-${number}`,
      caller: this.callers[number % this.callers.length],
    };
  }

  /** Hands over all remaining orders by number. */
  takeAll() {
    const all = { first: this.taken + 1, count: this.placed - this.taken };
    this.taken = this.placed;
    return all;
  }
}

/** Records registrations of the first tenant like a checkout does. */
export async function insertEvents({ database, callers: [{ tenant }] }, run, count) {
  const id = `'evt_' || $1::text || n`;
  const event = EVENT({
    id,
    tenant: '$2::text',
    slug: '$3::text',
    order: `'ord_' || n`,
    domain: `'shop-' || n || '.com'`,
  });
  await database.query(
    `INSERT INTO platform.events (${EVENT_COLUMNS}) SELECT ${event} FROM generate_series(1, $4::int) n`,
    [run, tenant.id, tenant.slug, count],
  );
}

/** Whether the last of some events is after a cursor. Reads one row of an index. */
const hasNewEvents = (cursor, condition = 'true') =>
  `(SELECT (e.epoch, e.transaction_id, e.position) > (${cursor}.epoch, ${cursor}.transaction_id, ${cursor}.position)
    FROM platform.events e WHERE ${condition} ORDER BY e.epoch DESC, e.transaction_id DESC, e.position DESC LIMIT 1)`;

const LEFT = `SELECT EXISTS (SELECT FROM platform.consumers c WHERE ${hasNewEvents('c')})
  OR EXISTS (
    SELECT FROM webhooks.receivers r JOIN webhooks.cursors c ON c.receiver_id = r.id WHERE r.state = 'on' AND (
      ${hasNewEvents('c', 'e.tenant_id = r.tenant_id')}
      OR EXISTS (SELECT FROM webhooks.deliveries d WHERE d.receiver_id = r.id AND d.state = 'pending'))) AS left`;

/** Waits until all consumers have handled all events, and all deliveries have ended. */
export const waitUntilDrained = database =>
  waitFor('delivery of all events', async () => !(await database.query(LEFT)).rows[0].left, {
    timeoutMs: DRAIN_MS,
    everyMs: 50,
  });

const COUNTS = `SELECT count(*)::int AS events, count(*) FILTER (WHERE d.state = 'delivered')::int AS delivered
  FROM platform.events e LEFT JOIN webhooks.deliveries d ON d.event_id = e.id WHERE e.position > $1`;

/**
 * Runs a turn that registers domains, on a server without pending events, and waits until everything is delivered. Each
 * registration must have one event, which the receiver has accepted once, and which is recorded as delivered.
 * @throws Error if the turn does not balance, which makes the run void
 */
export async function withLedger({ database, receiver }, turn) {
  await waitUntilDrained(database);
  await receiver?.report();
  const start = await database.query('SELECT coalesce(max(position), 0) AS last FROM platform.events');
  const sample = await turn();
  await waitUntilDrained(database);
  const report = await receiver?.report();
  const { rows } = await database.query(COUNTS, [start.rows[0].last]);
  const { events, delivered } = rows[0];
  const registered = sample.responses - sample.wrong;
  const counts = report ? [events, report.accepted, report.accepted - report.duplicates, delivered] : [events];
  if (counts.every(count => count === registered) && !report?.problems.length) return { sample, report };
  const names = ['events', 'accepted', 'accepted once', 'delivered'];
  const parts = counts.map((count, index) => `${count} ${names[index]}`).join(', ');
  const reasons = [...sample.problems, ...(report?.problems ?? [])].slice(0, 5);
  throw new Error(
    [`The run is void, its ledger does not balance: ${registered} registered, ${parts}.`, ...reasons].join('\n'),
  );
}
