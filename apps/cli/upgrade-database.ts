import type { Settings } from '#platform/config';
import { migrate } from '#platform/database';
import { createLogger } from '#platform/log';
import { storages } from '../storage.js';
import { bootstrap, type Bootstrapped } from './bootstrap.js';
import { withDatabase, withServices } from './services.js';

/** Runs pending migrations, then creates the first tenant, key and operator unless they exist. */
export async function upgradeDatabase(settings: Settings): Promise<Bootstrapped & { migrations: string[] }> {
  const migrations = await withDatabase(settings, url => migrate(url, storages, createLogger('silent')));
  return { migrations, ...(await withServices(services => bootstrap(services, settings))) };
}
