import 'reflect-metadata';
import pg from 'pg';
import { findRunningPostgres } from '#platform';
import { furnish, type Tenant } from '../database/furnish.js';
import { OpenOrders } from '../database/open-orders.js';
import { expectProduct } from '../load/expectations.js';
import type { Expectations } from '../load/load.js';
import { Child } from '../stage/child.js';
import { CLI } from '../stage/places.js';
import type { Stage } from '../stage/stage.js';

export interface Server {
  origin: string;
  pid: number;
  tenant: Tenant;
  /** Connections take turns with them. */
  keys: string[];
}

/** One that really registers names. */
export interface Registry extends Server {
  expected: Expectations;
  database: pg.Pool;
  orders: OpenOrders;
}

export interface Product extends Registry {
  /** Its settings, for the command line. */
  env: Record<string, string>;
}

export interface ProductOptions {
  name?: string;
  env?: Record<string, string>;
  /** For node itself. */
  nodeArgs?: string[];
}

/** `nameyard start`, with everything on as a user has it: its own PostgreSQL, the log, limits, usage and webhooks. */
export async function startProduct(stage: Stage, { name = 'nameyard', env, nodeArgs = [] }: ProductOptions = {}) {
  const settings = { DATA_DIR: stage.folder(), PORT: '0', ...env };
  const child = new Child(stage, name, [process.execPath, ...nodeArgs, CLI, 'start'], { env: settings });
  const [, origin = ''] = await child.says(/base URL +(http:\S+)\/api\/v1$/m);
  const url = await findRunningPostgres(settings.DATA_DIR);
  const database = openPool(stage, url ?? '');
  const { tenant, keys } = await furnish(database);
  const orders = new OpenOrders(database, tenant.id);
  const expected = expectProduct((await (await fetch(`${origin}/docs/openapi.json`)).json()) as object);
  return { origin, pid: child.pid, tenant, keys, database, orders, expected, env: settings } satisfies Product;
}

/** For what is done around the measuring. */
export function openPool(stage: Stage, url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {}); // it ends with its server
  stage.afterwards(() => pool.end());
  return pool;
}
