import type { SharedBullConfigurationFactory } from '@nestjs/bullmq';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type QueueOptions, setDefaultBackendFactory } from 'bullmq';
import { directUrlOf, type Settings, SETTINGS } from '../process/config/settings.js';
import { SafeClient } from '../database/connection.js';
import { postgresBackend, redisBackend } from './backends.js';

const CONNECTIONS = 3;

/** Timeout of commands and queries. Workers block on Redis for up to 5 seconds. */
const COMMAND_TIMEOUT_MS = 7_000;

/** Maximum delay between attempts to reconnect to Redis. */
const MAX_RETRY_DELAY_MS = 1_000;

/**
 * Configures BullMQ for Redis if REDIS_URL is set, or else for PostgreSQL, where BullMQ has its own schema. Sets the
 * backend globally, because @nestjs/bullmq does not pass a backend factory.
 */
@Injectable()
export class QueueConfiguration implements SharedBullConfigurationFactory, OnModuleDestroy {
  private stopping = false;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  createSharedConfiguration(): Pick<QueueOptions, 'connection' | 'prefix'> {
    const { redisUrl } = this.settings;
    return redisUrl ? this.redis(redisUrl) : this.postgres(directUrlOf(this.settings));
  }

  /** Stops reconnecting to Redis, which would keep the process running. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  private redis(url: string) {
    setDefaultBackendFactory(redisBackend);
    const retryStrategy = (times: number) => (this.stopping ? null : Math.min(100 * times, MAX_RETRY_DELAY_MS));
    const connection = { url, maxRetriesPerRequest: null, retryStrategy, socketTimeout: COMMAND_TIMEOUT_MS };
    return { connection, prefix: 'nameyard' };
  }

  private postgres(connectionString: string) {
    setDefaultBackendFactory(postgresBackend);
    const connection = {
      connectionString,
      migrate: true,
      max: CONNECTIONS,
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
      query_timeout: COMMAND_TIMEOUT_MS,
      Client: SafeClient,
      application_name: 'nameyard queue',
    };
    return { connection: connection as unknown as QueueOptions['connection'] };
  }
}
