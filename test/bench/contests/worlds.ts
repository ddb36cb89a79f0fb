import { atMost, type Row, row } from '../report/rows.js';
import { type Product, startProduct } from '../servers/product.js';
import type { Stage } from '../stage/stage.js';
import type { Contest, Sample } from './contest.js';

const WORLDS = 1_000;
const NAME = '1,000 worlds';

/** Worlds at a time. A tenant can have 100. */
const AT_ONCE = 20;

export const WORLD_ROWS: Row[] = [
  row(`${NAME} created, used, ended and removed, s`, 'worlds', [NAME], atMost(60, 30, 'seconds')),
  row('creating a world p50, ms', 'worlds', [NAME], atMost(10, 5, 'p50')),
];

/** Creates worlds, buys a domain in each and ends them, until the worker has removed them all. */
export function rehearsing(stage: Stage): Contest {
  let product: Product | undefined;
  return {
    name: 'worlds',
    maxRounds: 1,
    contenders: [
      {
        name: NAME,
        start: async () => void (product = await startProduct(stage, { name: NAME })),
        measure: () => run(product!),
      },
    ],
  };
}

async function run(product: Product): Promise<Sample> {
  const users = Array.from({ length: AT_ONCE }, () => new User(product));
  const started = performance.now();
  for (let n = 0; n < WORLDS; n += AT_ONCE) await Promise.all(users.map(user => user.useWorld()));
  const { database, callers } = product;
  const left = async () => {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM tenancy.tenants WHERE parent_id = $1',
      [callers[0]!.tenant.id],
    );
    return rows[0]!.count;
  };
  while ((await left()) > 0) await new Promise(resolve => setTimeout(resolve, 50));
  const seconds = (performance.now() - started) / 1_000;
  const creations = users.flatMap(({ creationsMs }) => creationsMs).toSorted((a, b) => a - b);
  const problems = users.flatMap(user => user.problems);
  const p50 = creations[Math.floor(creations.length / 2)]!;
  return { figures: { seconds, p50 }, responses: 5 * WORLDS, wrong: problems.length, problems };
}

/** Uses worlds one after the other. */
class User {
  readonly creationsMs: number[] = [];
  readonly problems: string[] = [];

  constructor(private readonly product: Product) {}

  async useWorld(): Promise<void> {
    const { tenant, key } = this.product.callers[0]!;
    const parent = { slug: tenant.slug, key };
    const started = performance.now();
    const world = await this.call('POST', 'control/worlds', parent, { ttl: 'PT10M' });
    this.creationsMs.push(performance.now() - started);
    const own = { slug: String(world['tenant']), key: String(world['key']) };
    await this.call('POST', 'domains/search', own, { domain: 'shop.com' });
    const order = await this.call('POST', 'domains/order', own, { domain: 'shop.com', years: 1, owner: OWNER });
    const payment = { method: 'test', reference: 'first' };
    await this.call('POST', 'domains/checkout', own, { order_id: order['order_id'], payment });
    await this.call('DELETE', `control/worlds/${own.slug}`, parent);
  }

  private async call(method: string, path: string, { slug, key }: { slug: string; key: string }, body?: object) {
    const response = await fetch(`${this.product.origins[0]!}/api/v1/sandbox/${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'X-Tenant': slug, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) this.problems.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    return ((JSON.parse(text) as { data: Record<string, unknown> | null }).data ?? {}) as Record<string, unknown>;
  }
}

const OWNER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
