import type { Command } from 'commander';
import { createLogger, migrate, readSettings } from '#platform';
import { storages } from '../../storage.js';
import { bootstrap } from '../bootstrap.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';
import { withServices } from '../services.js';
import { json } from './json.js';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description("bring the database up to this version's tables; a new one gets its tenant and key")
    .addOption(json())
    .action(async (options: { json?: boolean }) => {
      const settings = readSettings(process.env);
      const migrations = await withDatabase(settings, url => migrate(url, storages, createLogger('silent')));
      const made = await withServices(services => bootstrap(services, settings));
      print({ migrations, ...made }, options, report);
    });
}

function report({ migrations, key, tenant }: { migrations: string[]; key?: string; tenant?: string }): string {
  const done = migrations.length === 0 ? 'The database is up to date.' : `Ran ${migrations.length} migrations.`;
  return key ? `${done}\nTenant ${tenant}, key (shown this once): ${key}` : done;
}
