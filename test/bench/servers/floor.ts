import { FLOOR } from '../load/expectations.js';
import { Child, benchProgram } from '../stage/child.js';
import type { Stage } from '../stage/stage.js';
import { startPostgres } from './postgres.js';
import { prepareTenant, openPool, type Registry } from './registry.js';

export interface Floor extends Registry {
  databaseUrl: string;
}

/** The floor with its own PostgreSQL, with the same settings, tables and rows as the product's. */
export async function startFloor(stage: Stage): Promise<Floor> {
  const databaseUrl = await startPostgres(stage);
  const contents = await prepareTenant(openPool(stage, databaseUrl));
  await contents.database.query('DELETE FROM platform.consumers'); // nothing runs here that would move their cursors
  const child = new Child(stage, 'floor', benchProgram('floor/server.ts', databaseUrl, contents.callers[0]!.tenant.id));
  const [origin = ''] = await child.waitForOutput(/^http:\S+$/m);
  return { ...contents, origins: [origin], pids: [child.pid], expected: FLOOR, databaseUrl };
}
