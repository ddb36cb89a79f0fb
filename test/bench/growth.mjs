/** Requests with many rows, many tenants or several processes, the end of many registrations, many worlds, a large log, and memory. */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { TURNS } from './contests.mjs';
import { payForRegistrations, prepareTenants, withLedger } from './database.mjs';
import { judge, send } from './load.mjs';
import { percentiles } from './percentile.ts';
import { checkouts, orders, OWNER, searches } from './requests.mjs';
import { once, startDistributed, startProduct } from './servers.mjs';
import { logProgress, waitFor } from './stage.mjs';

/** Like the removal of old rows by the worker, which takes minutes. */
const PATIENT = { timeoutMs: 600_000, everyMs: 50 };

const EMPTY = 'an empty database';

/** The same product with databases of different sizes. */
const SIZES = {
  [EMPTY]: () => startProduct(EMPTY, { owned: 0 }),
  '10,000 registrations': () => startWithRegistrations(10_000),
  '1,000,000 registrations': () => startWithRegistrations(1_000_000),
  '5,000,000 registrations': () => startWithRegistrations(5_000_000),
  '10,000 tenants': startWithTenants,
};

async function startWithRegistrations(owned) {
  const product = await startProduct(`${owned} registrations`, { owned });
  await payForRegistrations(product.database);
  return product;
}

async function startWithTenants() {
  const product = await startProduct('10,000 tenants', { owned: 0 });
  const tenants = await prepareTenants(product.database, 10_000, 100);
  await payForRegistrations(product.database);
  return { ...product, ...tenants };
}

/** All processes run; the load goes to some of them. */
const PROCESSES = { 'one process': 1, '2 processes': 2, '3 processes': 3 };

async function startProcesses(count) {
  const all = await once('three API processes', () => startDistributed(3));
  return { ...all, origins: all.origins.slice(0, count), pids: all.pids.slice(0, count) };
}

export function growthContests(options) {
  const pace = { ...options, connections: 32 };
  const contest = (name, kind, starts) => ({
    name,
    contenders: Object.entries(starts).map(([name, start]) => ({
      name,
      start,
      measure: async () => TURNS[kind](await start(), pace),
    })),
  });
  const sizes = Object.fromEntries(
    Object.entries(SIZES).map(([size, start]) => [size, () => once(`with ${size}`, start)]),
  );
  const processes = Object.fromEntries(
    Object.entries(PROCESSES).map(([name, count]) => [name, () => startProcesses(count)]),
  );
  const kinds = Object.keys(TURNS);
  return [
    ...kinds.map(kind => contest(kind, kind, sizes)),
    ...kinds.map(kind => contest(`${kind} by several processes`, kind, processes)),
    single('expiry', '1,000,000 registrations', () => startProduct('expiry', { owned: 1_000_000 }), expire),
    single('decisions', '1,000,000 pending registrations', startWithPending, decide),
    single('worlds', '1,000 worlds', () => startProduct('worlds'), useWorlds),
    logContest(),
  ];
}

/** A contest of one contender that runs once. */
const single = (contest, name, start, measure) => ({
  name: contest,
  maxRounds: 1,
  contenders: [{ name, start: () => once(name, start), measure: async () => measure(await once(name, start)) }],
});

/** Calls the API of the product; returns the `data` of the response, or adds a problem. */
async function call(product, { slug, key }, [method, path], body, problems) {
  const response = await fetch(`${product.origins[0]}/api/v1/sandbox/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'X-Tenant': slug, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) problems.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text).data ?? {};
}

/** Advances the clock past the release of all registrations, longer than their term and the 30 days until their release. */
async function expire(product) {
  const { callers, database, owned } = product;
  const { tenant, key } = callers[0];
  const started = performance.now();
  const problems = [];
  await call(product, { slug: tenant.slug, key }, ['POST', 'control/clock/advance'], { by: 'P1Y2M' }, problems);
  const seconds = (performance.now() - started) / 1_000;
  const { rows } = await database.query(
    `SELECT (SELECT count(*)::int FROM domains.registrations WHERE tenant_id = $1) AS registrations,
       (SELECT count(*)::int FROM platform.events WHERE tenant_id = $1) AS events`,
    [tenant.id],
  );
  const { registrations, events } = rows[0];
  if (registrations > 0) problems.push(`${registrations} registrations were not released`);
  // `domain.expiring`, `domain.expired` and `domain.released`.
  if (events !== 3 * owned) problems.push(`${events} events were recorded instead of ${3 * owned}`);
  return { figures: { seconds }, responses: 1, wrong: problems.length, problems };
}

/**
 * Orders, each paid soon after it was placed, that the registry decides a day later in the same order. The space of the unpaid
 * versions of their rows is free again, as it is after real payments.
 */
async function startWithPending() {
  const product = await startProduct('decisions', { owned: 0 });
  const tenant = `'${product.callers[0].tenant.id}'`;
  const [pending, AT_ONCE] = [1_000_000, 20];
  const idOf = n => `'ord_' || lpad(to_hex(${n}), 32, '0')`;
  await product.database.query(
    `DO $$ BEGIN FOR batch IN 0..${pending / AT_ONCE - 1} LOOP
       INSERT INTO orders.orders (tenant_id, id, domain, tld, years, currency, total, owner, status, created_at, is_plain)
         SELECT ${tenant}, ${idOf('n')}, 'pending-' || md5(n::text) || '.com', 'com', 1, 'USD', 1199, '${JSON.stringify(OWNER)}', 'created',
           now(), false
         FROM generate_series(batch * ${AT_ONCE} + 1, (batch + 1) * ${AT_ONCE}) n;
       COMMIT;
       WITH pending AS (
         UPDATE orders.orders SET status = 'paid', paid_at = now(), domain_status = 'pending', outcome = 'registered',
           due_at = now() + interval '1 day' + batch * interval '1 ms'
         WHERE tenant_id = ${tenant} AND id BETWEEN ${idOf(`batch * ${AT_ONCE} + 1`)} AND ${idOf(`(batch + 1) * ${AT_ONCE}`)} RETURNING *
       ), undecided AS (
         INSERT INTO orders.undecided (tenant_id, order_id, domain, outcome, due_at)
         SELECT tenant_id, id, domain, outcome, due_at FROM pending
       )
       INSERT INTO domains.registrations (tenant_id, domain, tld, order_id) SELECT tenant_id, domain, tld, id FROM pending;
       COMMIT;
     END LOOP; END $$`,
  );
  await product.database.query('VACUUM ANALYZE orders.orders, orders.undecided, domains.registrations');
  return { ...product, pending };
}

/** Advances the clock past all decisions. */
async function decide(product) {
  const { callers, database, pending } = product;
  const { tenant, key } = callers[0];
  const started = performance.now();
  const problems = [];
  await call(product, { slug: tenant.slug, key }, ['POST', 'control/clock/advance'], { by: 'P2D' }, problems);
  const seconds = (performance.now() - started) / 1_000;
  const { rows } = await database.query(
    `SELECT (SELECT count(*)::int FROM domains.registrations WHERE tenant_id = $1 AND registered_at IS NOT NULL) AS registrations,
       (SELECT count(*)::int FROM platform.events WHERE tenant_id = $1 AND type = 'domain.registered') AS events`,
    [tenant.id],
  );
  const { registrations, events } = rows[0];
  if (registrations !== pending) problems.push(`${registrations} of ${pending} domains were registered`);
  if (events !== pending) problems.push(`${events} events were recorded instead of ${pending}`);
  return { figures: { seconds }, responses: 1, wrong: problems.length, problems };
}

/** Creates worlds, buys a domain in each and ends them, until the worker has removed them all. A tenant can have 100. */
async function useWorlds(product) {
  const [WORLDS, AT_ONCE] = [1_000, 20];
  const { tenant, key } = product.callers[0];
  const parent = { slug: tenant.slug, key };
  const [creationsMs, problems] = [[], []];
  const useWorld = async () => {
    const began = performance.now();
    const world = await call(product, parent, ['POST', 'control/worlds'], { ttl: 'PT10M' }, problems);
    creationsMs.push(performance.now() - began);
    const own = { slug: world.tenant, key: world.key };
    await call(product, own, ['POST', 'domains/search'], { domain: 'shop.com' }, problems);
    const order = await call(
      product,
      own,
      ['POST', 'domains/order'],
      { domain: 'shop.com', years: 1, owner: OWNER },
      problems,
    );
    const payment = { method: 'test', reference: 'first' };
    await call(product, own, ['POST', 'domains/checkout'], { order_id: order.order_id, payment }, problems);
    await call(product, parent, ['DELETE', `control/worlds/${own.slug}`], undefined, problems);
  };
  const started = performance.now();
  for (let n = 0; n < WORLDS; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, useWorld));
  const left = () => product.database.query('SELECT FROM tenancy.tenants WHERE parent_id = $1 LIMIT 1', [tenant.id]);
  await waitFor('removal of all worlds', async () => (await left()).rowCount === 0, PATIENT);
  const seconds = (performance.now() - started) / 1_000;
  const { p50 } = percentiles(creationsMs);
  return { figures: { seconds, p50 }, responses: 5 * WORLDS, wrong: problems.length, problems };
}

const REQUESTS = 10_000_000;

/** Names that few of the requests contain. */
const RARE = { domain: 'needle-1.com', code: 'IDEMPOTENCY_MISMATCH', every: 4_000_000 };

const hex = n => n.toString(16).padStart(32, '0');

/** What people look at, and how many of the rows must be found. */
const VIEWS = {
  'newest requests': ['', 50],
  'server errors': ['status=5xx', 50],
  'rare code': [`code=${RARE.code}`, 3],
  'complete domain': [`find=${RARE.domain}`, 3],
  'start of a domain, first page': ['find=shop-12', 50],
  'order ID': [`find=ord_${hex(1_000_950)}`, 1],
  'request ID': [`find=req_${hex(5_000_000)}`, 1],
};

/** The request log of one tenant, as the portal reads it. */
function logContest() {
  const measures = {
    removal: removeOldBodies,
    ...Object.fromEntries(
      Object.entries(VIEWS).map(([name, [query, found]]) => [name, log => view(log, query, found)]),
    ),
    'bodies of a request': readBodies,
    'rare start': searchAll,
  };
  const start = () => once('the request log', openLog);
  return {
    name: 'log',
    maxRounds: 1,
    contenders: Object.entries(measures).map(([name, measure]) => ({
      name,
      start,
      measure: async () => measure(await start()),
    })),
  };
}

async function openLog() {
  const operator = { email: 'bench@example.com', password: 'a password of the bench' };
  const env = {
    LOG_BODIES: 'all',
    BOOTSTRAP_OPERATOR_EMAIL: operator.email,
    BOOTSTRAP_OPERATOR_PASSWORD: operator.password,
  };
  const product = await startProduct('log', { owned: 0, env });
  const { database, callers, origins } = product;
  const { tenant } = callers[0];
  await fillLog(database, tenant.id);
  const portal = `${origins[0]}/portal/api`;
  const login = await fetch(`${portal}/session`, {
    method: 'POST',
    headers: { Origin: origins[0], 'Content-Type': 'application/json' },
    body: JSON.stringify(operator),
  });
  const Cookie = login.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ');
  return {
    database,
    /** Requests a page of the portal, relative to the tenant. */
    async get(path) {
      const started = performance.now();
      const response = await fetch(`${portal}/tenants/${tenant.slug}/${path}`, { headers: { Cookie } });
      const body = await response.json();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
      return { data: body.data, ms: performance.now() - started };
    },
  };
}

/**
 * Logs requests with bodies over 7.5 days: of 1,000, 940 searches, 40 orders, 19 taken domains and one error, and of all, a few
 * rare ones. The bodies of the first half day are to be removed.
 */
async function fillLog(database, tenant) {
  const STEP = 500_000;
  const { rows } = await database.query('SELECT id FROM api_keys.keys WHERE tenant_id = $1', [tenant]);
  for (let from = 1; from <= REQUESTS; from += STEP) {
    await database.query(
      `WITH entry AS (
         SELECT n, now() - (1 - n / ${REQUESTS}::float8) * 7.5 * interval '1 day' AS at, n % 1000 AS part,
           n % ${RARE.every} = 1 AS is_rare, 'shop-' || hashint8(n) % 2000000 || '.com' AS name
         FROM generate_series($3::bigint, $4::bigint) n
       ), logged AS (
         INSERT INTO usage.requests
           (id, at, tenant_id, key_id, method, route, status, code, duration_ms, request_id, domain, order_id)
         OVERRIDING SYSTEM VALUE
         SELECT n, at, $1, $2, 'POST', '/api/v1/sandbox/domains/' || CASE WHEN part < 940 THEN 'search' ELSE 'order' END,
           CASE WHEN is_rare THEN 422 WHEN part < 940 THEN 200 WHEN part < 980 THEN 201 WHEN part < 999 THEN 409 ELSE 500 END,
           CASE WHEN is_rare THEN '${RARE.code}' WHEN part < 980 THEN NULL WHEN part < 999 THEN 'DOMAIN_TAKEN' ELSE 'INTERNAL_ERROR' END,
           1.5, 'req_' || lpad(to_hex(n), 32, '0'), CASE WHEN is_rare THEN '${RARE.domain}' ELSE name END,
           CASE WHEN part BETWEEN 940 AND 979 THEN 'ord_' || lpad(to_hex(n), 32, '0') END
         FROM entry ORDER BY n
       )
       INSERT INTO usage.bodies
         (id, at, tenant_id, target, request_headers, request_state, request_body, response_headers, response_state, response_body)
       SELECT n, at, $1, '/api/v1/sandbox/domains/search', '{"content-type":"application/json","user-agent":"shop/1.0"}', 'complete',
         '{"domain":"' || name || '"}', '{"content-type":"application/json; charset=utf-8"}', 'complete',
         '{"success":true,"data":{"domain":"' || name || '","available":true,"suggestions":[' ||
           repeat('{"domain":"other-' || name || '","price":1299},', 6) || 'null]}}'
       FROM entry ORDER BY n`,
      [tenant, rows[0].id, from, from + STEP - 1],
    );
    logProgress(`${from + STEP - 1} of ${REQUESTS} requests logged`);
  }
  // The counts that are written together with the log, and the hours that the worker has to roll up.
  await database.query(
    `INSERT INTO usage.minutes (tenant_id, key_id, route, status, code, minute, requests)
     SELECT tenant_id, key_id, route, status, coalesce(code, ''), date_trunc('minute', at, 'UTC'), count(*)
     FROM usage.requests GROUP BY 1, 2, 3, 4, 5, 6`,
  );
  await database.query(
    `INSERT INTO usage.due_hours SELECT DISTINCT tenant_id, date_trunc('hour', minute, 'UTC') FROM usage.minutes`,
  );
  await database.query(`SELECT setval(pg_get_serial_sequence('usage.requests', 'id'), max(id)) FROM usage.requests`);
  await database.query('VACUUM ANALYZE usage.requests, usage.bodies, usage.minutes');
}

const sampleOf = (durations, problems, more = {}) => ({
  figures: { ...percentiles(durations), ...more },
  responses: durations.length,
  wrong: problems.length,
  problems,
});

/** The removal begins during the preparation, so that this is not all of it. */
async function removeOldBodies({ database, get }) {
  const started = performance.now();
  const durations = [];
  await waitFor(
    'removal of old bodies',
    async () => {
      durations.push((await get('requests')).ms);
      const { rows } = await database.query(
        `SELECT at < now() - interval '7 days' AS left FROM usage.bodies ORDER BY id LIMIT 1`,
      );
      return !rows[0].left;
    },
    PATIENT,
  );
  return sampleOf(durations, [], { seconds: (performance.now() - started) / 1_000 });
}

async function view({ get }, query, found) {
  const [durations, problems] = [[], []];
  for (let round = 0; round < 30; round++) {
    const { data, ms } = await get(`requests?limit=50&${query}`);
    durations.push(ms);
    if (data.requests.length !== found) problems.push(`${query}: ${data.requests.length} requests instead of ${found}`);
  }
  return sampleOf(durations, problems);
}

async function readBodies({ get }) {
  const [durations, problems] = [[], []];
  const { data } = await get('requests?limit=50');
  for (const { id } of data.requests) {
    const exchange = await get(`requests/${id}/exchange`);
    durations.push(exchange.ms);
    if (!JSON.stringify(exchange.data).includes('suggestions')) problems.push(`request ${id} has no body`);
  }
  return sampleOf(durations, problems);
}

/** Follows the pages of a search that has to read the whole log. */
async function searchAll({ get }) {
  const durations = [];
  let found = 0;
  for (let before = ''; before !== null;) {
    const { data, ms } = await get(`requests?limit=50&find=needle&before=${before}`);
    durations.push(ms);
    found += data.requests.length;
    before = data.next;
  }
  const seconds = durations.reduce((sum, ms) => sum + ms, 0) / 1_000;
  return sampleOf(durations, found === 3 ? [] : [`${found} requests instead of 3`], { seconds });
}

/** Resident memory of an API process during a million requests, most of them searches. */
export const memoryContest = () => ({
  name: 'memory',
  contenders: [{ name: 'api', measure: async () => remember(await startDistributed(1)) }],
});

async function remember(server) {
  const STEPS = 20;
  const resident = [];
  const sums = { responses: 0, wrong: 0, problems: [] };
  const flood = async (load, responses) =>
    judge(await send(server, load, { connections: 32, responses, seconds: 3_600 }), load);
  const add = sample => {
    sums.responses += sample.responses;
    sums.wrong += sample.wrong;
    sums.problems.push(...sample.problems);
  };
  const mebibytes = () =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pids[0])], { encoding: 'utf8' })) / 1_024;
  for (let step = 1; step <= STEPS; step++) {
    add(await flood(searches(server), 40_000));
    add(await flood(orders(server), 5_000));
    // Requests in flight at the end of a step get a response, too.
    await server.orders.insertFor(1, 5_000);
    add((await withLedger(server, () => flood(checkouts(server), 5_000))).sample);
    resident.push(mebibytes());
    logProgress(`memory · ${sums.responses} responses · ${Math.round(resident.at(-1))} MiB`);
  }
  await sleep(5_000);
  return { figures: { mebibytes: mebibytes(), growth: resident.at(-1) / resident[STEPS / 2 - 1] }, ...sums };
}
