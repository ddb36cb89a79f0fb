import { hostname } from 'node:os';
import { directUrlOf, type Settings } from '#platform/process/config';
import { withClient } from '#platform/database';
import { findRunningPostgres } from '#platform/database/embedded';
import { askProcesses } from '#platform/process/reports';
import { originOf } from '../listen.js';

/**
 * Finds the address of an API process of the installation on this machine; else returns the address from HOST and PORT. If
 * several processes run, it prefers the one at PORT.
 */
export async function findService(settings: Settings): Promise<string> {
  const expected = originOf(settings);
  // Without a reachable database, only the settings are known.
  const origins = await runningOrigins(settings).catch((): string[] => []);
  return origins.includes(expected) ? expected : (origins.sort()[0] ?? expected);
}

async function runningOrigins(settings: Settings): Promise<string[]> {
  const url = settings.databaseUrl ? directUrlOf(settings) : await findRunningPostgres(settings.dataDir);
  if (!url) return [];
  return withClient(url, async client => {
    const { reports } = await askProcesses(client);
    return reports.flatMap(({ host, origin }) => (host === hostname() && origin ? [origin] : []));
  });
}
