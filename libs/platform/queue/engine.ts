import { createPostgresBackend, type QueueOptions, setDefaultBackendFactory } from 'bullmq';
import type { Settings } from '../config/settings.js';
import { HeardClient } from '../database/connection.js';

const CONNECTIONS = 3;

/**
 * What the queue runs on: Redis where there is one, else PostgreSQL, in a schema that BullMQ keeps for itself. The
 * backend is chosen for the process as a whole, for @nestjs/bullmq hands on options and no factory.
 */
export function engineOf({ redisUrl, databaseUrl }: Settings): Pick<QueueOptions, 'connection' | 'prefix'> {
  if (redisUrl) {
    setDefaultBackendFactory();
    return { connection: { url: redisUrl, maxRetriesPerRequest: null }, prefix: 'nameyard' };
  }
  setDefaultBackendFactory(createPostgresBackend);
  const connection = {
    connectionString: databaseUrl,
    migrate: true,
    max: CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
    Client: HeardClient,
    application_name: 'nameyard queue',
  };
  return { connection: connection as unknown as QueueOptions['connection'] };
}
