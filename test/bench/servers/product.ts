import { expectProduct } from '../load/expectations.js';
import { Child } from '../stage/child.js';
import { CLI } from '../stage/paths.js';
import type { Stage } from '../stage/stage.js';
import { findRunningPostgres } from './embedded.js';
import { prepareTenant, openPool, type Registry } from './registry.js';

export interface Product extends Registry {
  /** Settings for the CLI. */
  env: Record<string, string>;
}

export interface ProductOptions {
  name?: string;
  env?: Record<string, string>;
  /** Arguments for Node. */
  nodeArgs?: string[];
  owned?: number;
}

/** Starts `nameyard start` with all defaults: embedded PostgreSQL, log, limits, usage and webhooks. */
export async function startProduct(stage: Stage, options: ProductOptions = {}): Promise<Product> {
  const { name = 'nameyard', nodeArgs = [], owned } = options;
  // JSON logs, as in containers: formatting log lines for people costs a fifth of the CPU time of a search.
  const env = { NODE_ENV: 'production', DATA_DIR: stage.folder(), PORT: '0', ...options.env };
  const child = new Child(stage, name, [process.execPath, ...nodeArgs, CLI, 'start'], { env });
  const [, origin = ''] = await child.waitForOutput(/base URL +(http:\S+)\/api\/v1$/m);
  const database = openPool(stage, (await findRunningPostgres(env.DATA_DIR)) ?? '');
  const contents = await prepareTenant(database, owned);
  return { ...contents, origins: [origin], pids: [child.pid], expected: await expectProduct(origin), env };
}
