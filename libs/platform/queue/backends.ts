import { setTimeout as sleep } from 'node:timers/promises';
import { type BackendFactory, createRedisBackend, PostgresConnection, PostgresQueueBackend } from 'bullmq';
import { SafeClient } from '../database/connection.js';

/** Delays the next poll after an error; BullMQ retries most errors without a delay. */
const RETRY_DELAY_MS = 500;

const withRetryDelay =
  (create: BackendFactory): BackendFactory =>
  (...parameters) => {
    const backend = create(...parameters);
    const moveToActive = backend.moveToActive.bind(backend);
    backend.moveToActive = async (...job) => {
      try {
        return await moveToActive(...job);
      } catch (error) {
        await sleep(RETRY_DELAY_MS);
        throw error;
      }
    };
    return backend;
  };

/**
 * A PostgreSQL connection that can become ready after a failure; BullMQ would report the first failure forever. Its LISTEN
 * connection is a `SafeClient`, so that a connection loss does not end the process.
 */
class RetryingConnection extends PostgresConnection {
  constructor(options: ConstructorParameters<typeof PostgresConnection>[0]) {
    super(options);
    Object.assign(this, { pgModule: { Client: SafeClient } });
  }

  override async waitUntilReady(): Promise<void> {
    try {
      await super.waitUntilReady();
    } catch (error) {
      Object.assign(this, { readyPromise: undefined });
      throw error;
    }
  }
}

export const redisBackend = withRetryDelay(createRedisBackend);

export const postgresBackend = withRetryDelay(
  (name, options) =>
    new PostgresQueueBackend(new RetryingConnection(options.connection as never), name, options as never),
);
