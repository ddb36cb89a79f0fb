import type { Command } from 'commander';
import { readSettings } from '#platform/process/config';
import { migrate, withClient } from '#platform/database';
import { createLogger } from '#platform/observability/log';
import { replaceEncryptionKey } from '#platform/security/secrets';
import { storages } from '../../storage.js';
import { bootstrap, type Bootstrapped } from '../bootstrap.js';
import { count, notice, print } from '../output.js';
import { withDatabase, withServices } from '../services.js';
import { type CommonOptions, jsonOption } from './add-command.js';

/** Runs pending migrations, then creates the first tenant, key and operator unless they exist. */
export function define(command: Command): void {
  command.option(
    '--new-encryption-key',
    'record the encryption key of this process instead of the recorded one; use only if that key is lost',
  );
  command.addOption(jsonOption()).action(async (options: CommonOptions & { newEncryptionKey?: boolean }) => {
    const settings = readSettings(process.env);
    for (const warning of settings.warnings) notice(warning);
    const prepare = async (url: string) => {
      const done = await migrate(url, storages, createLogger('warn', process.stderr));
      if (options.newEncryptionKey) await withClient(url, client => replaceEncryptionKey(client, settings));
      return done;
    };
    const migrations = await withDatabase(settings, prepare, { create: true });
    print({ migrations, ...(await withServices(services => bootstrap(services, settings))) }, options, format);
  });
}

function format({ migrations, key, tenant, operator, note }: Bootstrapped & { migrations: string[] }): string {
  const lines = [
    migrations.length === 0 ? 'The database is up to date.' : `Ran ${count(migrations.length, 'migration')}.`,
  ];
  if (key) lines.push(`Tenant ${tenant}, key (shown once): ${key}`);
  if (operator?.password) lines.push(`Operator ${operator.email}, password (shown once): ${operator.password}`);
  else if (operator) lines.push(`Operator ${operator.email}, with the password of BOOTSTRAP_OPERATOR_PASSWORD`);
  if (note) lines.push(note);
  return lines.join('\n');
}
