import { type LogOwner, logRequests, RARE } from '../database/requests.js';
import { percentiles } from '../load/percentile.js';
import { atMost, type Row, row } from '../report/rows.js';
import { type Product, startProduct } from '../servers/product.js';
import type { Stage } from '../stage/stage.js';
import type { Contest, Sample } from './contest.js';

const REQUESTS = 10_000_000;
const ROUNDS = 30;
const OPERATOR = { email: 'bench@example.com', password: 'a password of the bench' };

const hex = (n: number) => n.toString(16).padStart(32, '0');

/** What people look at, and how many of the rows must be found. */
const VIEWS: Record<string, { query: string; found: number }> = {
  'newest requests': { query: '', found: 50 },
  'server errors': { query: 'status=5xx', found: 50 },
  'rare code': { query: `code=${RARE.code}`, found: 3 },
  'complete domain': { query: `find=${RARE.domain}`, found: 3 },
  'start of a domain, first page': { query: 'find=shop-12', found: 50 },
  'order ID': { query: `find=ord_${hex(1_000_950)}`, found: 1 },
  'request ID': { query: `find=req_${hex(5_000_000)}`, found: 1 },
};

const NAME = '10,000,000 requests with bodies';
const RETENTION = `removal of the remaining old bodies among ${NAME}`;
const RARE_START = `rare start of a domain in ${NAME}`;
const BODY = `bodies of a request in ${NAME}`;
const viewOf = (name: string) => `${name} in ${NAME}`;

export const LOG_ROWS: Row[] = [
  row(`${RETENTION}, s`, 'log', [RETENTION], atMost(180, 60, 'seconds')),
  row(`newest requests meanwhile p99, ms`, 'log', [RETENTION], atMost(300, 100, 'p99')),
  ...[...Object.keys(VIEWS).map(viewOf), BODY].map(name =>
    row(`${name} p99, ms`, 'log', [name], atMost(300, 50, 'p99')),
  ),
  row(`${RARE_START}, page p99, ms`, 'log', [RARE_START], atMost(2_000, 1_200, 'p99')),
  row(`${RARE_START}, all pages, s`, 'log', [RARE_START], atMost(60, 15, 'seconds')),
];

interface OpenLog {
  product: Product;
  /** Requests a page of the portal, relative to the tenant. */
  get(path: string): Promise<{ body: any; ms: number }>; // oxlint-disable-line no-explicit-any -- JSON
}

/** The request log of one tenant, as the portal reads it. */
export function readingLog(stage: Stage): Contest {
  let opened: Promise<OpenLog> | undefined;
  const open = () => (opened ??= openLog(stage));
  const measures: [name: string, measure: (log: OpenLog) => Promise<Sample>][] = [
    [RETENTION, removeOldBodies],
    ...Object.entries(VIEWS).map(([name, { query, found }]): (typeof measures)[number] => [
      viewOf(name),
      log => view(log, query, found),
    ]),
    [BODY, readBodies],
    [RARE_START, searchAll],
  ];
  return {
    name: 'log',
    maxRounds: 1,
    contenders: measures.map(([name, measure]) => ({ name, start: open, measure: async () => measure(await open()) })),
  };
}

async function openLog(stage: Stage): Promise<OpenLog> {
  const env = {
    LOG_BODIES: 'all',
    BOOTSTRAP_OPERATOR_EMAIL: OPERATOR.email,
    BOOTSTRAP_OPERATOR_PASSWORD: OPERATOR.password,
  };
  const product = await startProduct(stage, { name: NAME, owned: 0, env });
  const { database, callers, origins } = product;
  const { tenant } = callers[0]!;
  const { rows } = await database.query<LogOwner>(
    'SELECT id AS key, tenant_id AS tenant FROM api_keys.keys WHERE tenant_id = $1',
    [tenant.id],
  );
  await logRequests(database, rows[0]!, REQUESTS);
  const portal = `${origins[0]!}/portal/api`;
  const login = await fetch(`${portal}/session`, {
    method: 'POST',
    headers: { Origin: origins[0]!, 'Content-Type': 'application/json' },
    body: JSON.stringify(OPERATOR),
  });
  const Cookie = login.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ');
  return {
    product,
    async get(path) {
      const started = performance.now();
      const response = await fetch(`${portal}/tenants/${tenant.slug}/${path}`, { headers: { Cookie } });
      const body = await response.json();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
      return { body, ms: performance.now() - started };
    },
  };
}

/**
 * Waits until the worker has removed the bodies after their retention time. It begins during the preparation, so that this is
 * not the whole removal.
 */
async function removeOldBodies({ product, get }: OpenLog): Promise<Sample> {
  const started = performance.now();
  const durations: number[] = [];
  const left = async () => {
    const { rows } = await product.database.query<{ left: boolean }>(
      `SELECT at < now() - interval '7 days' AS left FROM usage.bodies ORDER BY id LIMIT 1`,
    );
    return rows[0]!.left;
  };
  while (await left()) {
    durations.push((await get('requests')).ms);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  const seconds = (performance.now() - started) / 1_000;
  return { figures: { seconds, ...percentiles(durations) }, responses: durations.length, wrong: 0, problems: [] };
}

async function view(log: OpenLog, query: string, found: number): Promise<Sample> {
  const durations: number[] = [];
  const problems: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { body, ms } = await log.get(`requests?limit=50&${query}`);
    durations.push(ms);
    const { length } = body.data.requests;
    if (length !== found) problems.push(`${query}: ${length} requests instead of ${found}`);
  }
  return { figures: percentiles(durations), responses: ROUNDS, wrong: problems.length, problems };
}

async function readBodies(log: OpenLog): Promise<Sample> {
  const durations: number[] = [];
  const problems: string[] = [];
  const { body } = await log.get('requests?limit=50');
  for (const { id } of body.data.requests) {
    const exchange = await log.get(`requests/${id}/exchange`);
    durations.push(exchange.ms);
    if (!JSON.stringify(exchange.body.data).includes('suggestions')) problems.push(`request ${id} has no body`);
  }
  return { figures: percentiles(durations), responses: durations.length, wrong: problems.length, problems };
}

/** Follows the pages of a search that has to read the whole log. */
async function searchAll(log: OpenLog): Promise<Sample> {
  const durations: number[] = [];
  let found = 0;
  for (let before = ''; ;) {
    const { body, ms } = await log.get(`requests?limit=50&find=needle&before=${before}`);
    durations.push(ms);
    found += body.data.requests.length;
    if (body.data.next === null) break;
    before = body.data.next;
  }
  const seconds = durations.reduce((sum, ms) => sum + ms, 0) / 1_000;
  const problems = found === 3 ? [] : [`${found} requests instead of 3`];
  return {
    figures: { seconds, ...percentiles(durations) },
    responses: durations.length,
    wrong: problems.length,
    problems,
  };
}
