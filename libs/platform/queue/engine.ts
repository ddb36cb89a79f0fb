import type { SharedBullConfigurationFactory } from '@nestjs/bullmq';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type QueueOptions, setDefaultBackendFactory } from 'bullmq';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../config/settings.js';
import { HeardClient } from '../database/connection.js';
import { postgresBackend, redisBackend } from './backends.js';

const CONNECTIONS = 3;

/**
 * Then a connection is given up, whether the other side hangs or the way to it was cut; workers block on Redis for five
 * seconds.
 */
const ANSWER_MS = 7_000;

/** A Redis that is back is found within a second, however long it was away. */
const LONGEST_RETRY_MS = 1_000;

/**
 * What the queue runs on: Redis where there is one, else PostgreSQL, in a schema that BullMQ keeps for itself. The
 * backend is chosen for the process as a whole, for @nestjs/bullmq hands on options and no factory.
 */
@Injectable()
export class Engine implements SharedBullConfigurationFactory, OnModuleDestroy {
  private leaving = false;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  createSharedConfiguration(): Pick<QueueOptions, 'connection' | 'prefix'> {
    const { redisUrl, databaseUrl } = this.settings;
    return redisUrl ? this.redis(redisUrl) : this.postgres(databaseUrl);
  }

  /** What waits for a Redis that is away ends with the next try; the process would wait for it otherwise. */
  onModuleDestroy(): void {
    this.leaving = true;
  }

  private redis(url: string) {
    setDefaultBackendFactory(redisBackend);
    const retryStrategy = (times: number) => (this.leaving ? null : Math.min(100 * times, LONGEST_RETRY_MS));
    const connection = { url, maxRetriesPerRequest: null, retryStrategy, socketTimeout: ANSWER_MS };
    return { connection, prefix: 'nameyard' };
  }

  private postgres(connectionString: string | undefined) {
    setDefaultBackendFactory(postgresBackend);
    const connection = {
      connectionString,
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
}
