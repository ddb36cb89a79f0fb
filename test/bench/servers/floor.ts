import { Child, ownProgram } from '../stage/child.js';
import type { Stage } from '../stage/stage.js';
import { furnish } from '../database/furnish.js';
import { OpenOrders } from '../database/open-orders.js';
import { FLOOR } from '../load/expectations.js';
import { startPostgres } from './postgres.js';
import { openPool, type Registry } from './product.js';

export interface Floor extends Registry {
  databaseUrl: string;
}

/** The floor, on a PostgreSQL of its own with the same settings, tables and contents as the product's. */
export async function startFloor(stage: Stage): Promise<Floor> {
  const databaseUrl = await startPostgres(stage);
  const database = openPool(stage, databaseUrl);
  const { tenant, keys } = await furnish(database);
  const child = new Child(stage, 'floor', ownProgram('floor/server.ts', databaseUrl, tenant.id));
  const [origin = ''] = await child.says(/^http:\S+$/m);
  const orders = new OpenOrders(database, tenant.id);
  return { origin, pid: child.pid, tenant, keys, database, orders, expected: FLOOR, databaseUrl };
}
