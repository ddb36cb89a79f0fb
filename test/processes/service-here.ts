import { randomBytes } from 'node:crypto';
import type { Settings } from '#platform/process/config';
import { startSandbox } from '../support/sandbox.js';
import { type Credentials, ServiceClient } from './client.js';
import { type Environment, runCliJson } from './nameyard.js';

export interface ServiceHere {
  origin: string;
  client(credentials: Credentials): ServiceClient;
}

/**
 * Starts the service in this process with a database of its own, like `start` with the first tenant. It costs a fifth of a
 * process. Adds the settings with which commands use it to `env`.
 */
export async function startServiceHere(env: Environment, settings: Partial<Settings> = {}): Promise<ServiceHere> {
  const encryptionKey = randomBytes(32);
  const { database, origin } = await startSandbox({ settings: { encryptionKey, ...settings } });
  Object.assign(env, { DATABASE_URL: database.url, ENCRYPTION_KEY: encryptionKey.toString('base64') });
  await runCliJson(['migrate'], env);
  return { origin, client: credentials => new ServiceClient(origin, credentials) };
}
