import { type QueueOptions, setDefaultBackendFactory } from 'bullmq';
import type { Settings } from '../config/settings.js';
import { HeardClient } from '../database/connection.js';
import { postgresBackend, redisBackend } from './backends.js';

const CONNECTIONS = 3;

/** Then a connection is given up, whether the other side hangs or the way to it was cut; workers block for 10 seconds. */
const ANSWER_MS = 15_000;

/** A Redis that is back is found within a second, however long it was away. */
const LONGEST_RETRY_MS = 1_000;

/**
 * What the queue runs on: Redis where there is one, else PostgreSQL, in a schema that BullMQ keeps for itself. The
 * backend is chosen for the process as a whole, for @nestjs/bullmq hands on options and no factory.
 */
export function engineOf({ redisUrl, databaseUrl }: Settings): Pick<QueueOptions, 'connection' | 'prefix'> {
  if (redisUrl) {
    setDefaultBackendFactory(redisBackend);
    const retryStrategy = (times: number) => Math.min(100 * times, LONGEST_RETRY_MS);
    const connection = { url: redisUrl, maxRetriesPerRequest: null, retryStrategy, socketTimeout: ANSWER_MS };
    return { connection, prefix: 'nameyard' };
  }
  setDefaultBackendFactory(postgresBackend);
  const connection = {
    connectionString: databaseUrl,
    migrate: true,
    max: CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
    query_timeout: ANSWER_MS,
    Client: HeardClient,
    application_name: 'nameyard queue',
  };
  return { connection: connection as unknown as QueueOptions['connection'] };
}
