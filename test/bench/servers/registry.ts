import pg from 'pg';
import { OpenOrders } from '../database/open-orders.js';
import { register } from '../database/registrations.js';
import { type Caller, firstTenant } from '../database/tenants.js';
import type { Expectations } from '../load/load.js';
import type { Stage } from '../stage/stage.js';

/** Whatever answers requests: one process, or several that share the work. */
export interface Server {
  origins: string[];
  pids: number[];
  /** They take turns. */
  callers: Caller[];
}

/** One that really registers names. */
export interface Registry extends Server {
  expected: Expectations;
  database: pg.Pool;
  orders: OpenOrders;
  /** How many names each caller's tenant has had from the beginning. */
  owned: number;
}

/** What most databases have in them before anything is measured. */
const OWNED = 10_000;

/** A new database's first tenant, with keys and so many names. */
export async function furnish(database: pg.Pool, owned = OWNED) {
  const callers = await firstTenant(database);
  await register(database, [callers[0]!.tenant.id], owned);
  return { database, callers, owned, orders: new OpenOrders(database, callers) };
}

/** For what is done around the measuring. */
export function openPool(stage: Stage, url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {}); // it ends with its server
  stage.registerCleanup(() => pool.end());
  return pool;
}
