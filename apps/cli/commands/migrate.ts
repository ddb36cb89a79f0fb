import type { Command } from 'commander';
import { readSettings } from '#platform/config';
import { migrate } from '#platform/database';
import { createLogger } from '#platform/log';
import { storages } from '../../storage.js';
import { bootstrap, type Bootstrapped } from '../bootstrap.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';
import { withServices } from '../services.js';
import { json } from './json.js';

export function define(command: Command): void {
  command.addOption(json()).action(async (options: { json?: boolean }) => {
    const settings = readSettings(process.env);
    const migrations = await withDatabase(settings, url => migrate(url, storages, createLogger('silent')));
    const made = await withServices(services => bootstrap(services, settings));
    print({ migrations, ...made }, options, report);
  });
}

function report({ migrations, key, tenant, operator }: Bootstrapped & { migrations: string[] }): string {
  const lines = [migrations.length === 0 ? 'The database is up to date.' : `Ran ${migrations.length} migrations.`];
  if (key) lines.push(`Tenant ${tenant}, key (shown this once): ${key}`);
  if (operator?.password) lines.push(`Operator ${operator.email}, password (shown this once): ${operator.password}`);
  else if (operator) lines.push(`Operator ${operator.email}, with the password of BOOTSTRAP_OPERATOR_PASSWORD`);
  return lines.join('\n');
}
