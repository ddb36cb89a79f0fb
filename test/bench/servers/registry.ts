import pg from 'pg';
import { OpenOrders } from '../database/open-orders.js';
import { register } from '../database/registrations.js';
import { type Caller, firstTenant } from '../database/tenants.js';
import type { Expectations } from '../load/load.js';
import type { Stage } from '../stage/stage.js';
import type { Receiver } from './receiver.js';

/** One or several processes that respond to requests. */
export interface Server {
  origins: string[];
  pids: number[];
  /** Callers that take turns. */
  callers: Caller[];
}

/** A server that registers domains. */
export interface Registry extends Server {
  expected: Expectations;
  database: pg.Pool;
  orders: OpenOrders;
  /** Number of domains that each tenant owns at the start. */
  owned: number;
  /** Receiver of the first tenant's webhooks. */
  receiver?: Receiver;
}

/** Rows in most databases before measuring. */
const OWNED = 10_000;

/** Creates keys and registrations for the first tenant of a new database. */
export async function prepareTenant(database: pg.Pool, owned = OWNED) {
  const callers = await firstTenant(database);
  await register(database, [callers[0]!.tenant.id], owned);
  return { database, callers, owned, orders: new OpenOrders(database, callers) };
}

/** A pool for preparation and checks. */
export function openPool(stage: Stage, url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {}); // ends with its server
  stage.registerCleanup(() => pool.end());
  return pool;
}
