import { setTimeout as sleep } from 'node:timers/promises';
import { type BackendFactory, createRedisBackend, PostgresConnection, PostgresQueueBackend } from 'bullmq';
import { HeardClient } from '../database/connection.js';

/** BullMQ asks for the next job again in the same breath after most errors; each costs a pause here. */
const PAUSE_MS = 500;

const patient =
  (create: BackendFactory): BackendFactory =>
  (name, options, more) => {
    const backend = create(name, options, more);
    const take = backend.moveToActive.bind(backend);
    backend.moveToActive = async (...which) => {
      try {
        return await take(...which);
      } catch (error) {
        await sleep(PAUSE_MS);
        throw error;
      }
    };
    return backend;
  };

/**
 * BullMQ keeps a first failure to get ready and gives it to everyone from then on; here the next one who asks tries
 * again. Its connection that listens is a client of ours, which a loss in the same breath as an answer does not end.
 */
class LastingConnection extends PostgresConnection {
  constructor(options: ConstructorParameters<typeof PostgresConnection>[0]) {
    super(options);
    Object.assign(this, { pgModule: { Client: HeardClient } });
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

export const redisBackend = patient(createRedisBackend);

export const postgresBackend = patient(
  (name, options) =>
    new PostgresQueueBackend(new LastingConnection(options.connection as never), name, options as never),
);
