import { Child } from '../stage/child.js';
import { CLI } from '../stage/paths.js';
import type { Stage } from '../stage/stage.js';
import { startEmbeddedPostgres } from './embedded.js';

/** Starts a PostgreSQL like the product's, with its tables and first tenant. Returns its URL. */
export async function startPostgres(stage: Stage): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: stage.folder() });
  stage.registerCleanup(() => postgres.stop());
  await migrate(stage, postgres.url);
  return postgres.url;
}

export async function migrate(stage: Stage, url: string): Promise<void> {
  await new Child(stage, 'migrate', [process.execPath, CLI, 'migrate'], {
    env: { DATABASE_URL: url, DATA_DIR: stage.folder() },
  }).waitForExit();
}
