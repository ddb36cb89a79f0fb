import { setTimeout as sleep } from 'node:timers/promises';
import { BullModule, type SharedBullConfigurationFactory } from '@nestjs/bullmq';
import { type DynamicModule, Inject, Injectable, Module, type OnModuleDestroy } from '@nestjs/common';
import {
  type BackendFactory,
  createRedisBackend,
  PostgresConnection,
  PostgresQueueBackend,
  type QueueOptions,
  setDefaultBackendFactory,
} from 'bullmq';
import { sentinelOptions } from '../process/config/servers.js';
import { directUrlOf, type Settings, SETTINGS } from '../process/config/settings.js';
import { SafeClient } from '../database/client.js';

/** Queues of the worker. Jobs contain IDs only; the work itself is stored in PostgreSQL. */
@Module({})
export class QueueModule {
  static for(...names: string[]): DynamicModule {
    const root = BullModule.forRootAsync({ useClass: QueueConfiguration });
    const defaultJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
    const queues = BullModule.registerQueue(...names.map(name => ({ name, defaultJobOptions })));
    return { module: QueueModule, imports: [root, queues], exports: [queues] };
  }
}

const CONNECTIONS = 3;

/** Timeout of commands and queries; longer than the 5 seconds for which workers block on Redis. */
const COMMAND_TIMEOUT_MS = 7_000;

const MAX_RETRY_DELAY_MS = 1_000;

/**
 * Configures BullMQ for Redis if REDIS_URL is set, or else for PostgreSQL, where BullMQ has its own schema. Sets the
 * backend globally, because @nestjs/bullmq does not pass a backend factory.
 */
@Injectable()
class QueueConfiguration implements SharedBullConfigurationFactory, OnModuleDestroy {
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
    const server = sentinelOptions(url) ?? { url };
    const connection = { ...server, maxRetriesPerRequest: null, retryStrategy, socketTimeout: COMMAND_TIMEOUT_MS };
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

const redisBackend = withRetryDelay(createRedisBackend);

const postgresBackend = withRetryDelay(
  (name, options) =>
    new PostgresQueueBackend(new RetryingConnection(options.connection as never), name, options as never),
);
