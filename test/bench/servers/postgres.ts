import { Child } from '../stage/child.js';
import { CLI } from '../stage/places.js';
import type { Stage } from '../stage/stage.js';
import { startEmbeddedPostgres } from './embedded.js';

/** A PostgreSQL like the product's own, with the product's tables and its first tenant in it. Gives its address. */
export async function startPostgres(stage: Stage): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: stage.folder() });
  stage.registerCleanup(() => postgres.stop());
  await migrate(stage, postgres.url);
  return postgres.url;
}

export async function migrate(stage: Stage, url: string): Promise<void> {
  await new Child(stage, 'migrate', [process.execPath, CLI, 'migrate'], {
    env: { DATABASE_URL: url, DATA_DIR: stage.folder() },
  }).finished();
}
