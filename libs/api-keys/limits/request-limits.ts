import { once } from 'node:events';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { withDeadline, withTimeout } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { openRedis } from '#platform/redis';
import { Batcher } from '#platform/database';
import { Metrics } from '#platform/http';
import { LOGGER, type Logger } from '#platform/observability/log';

const WINDOW_SECONDS = 60;

/** How long the start of a process waits for Redis. */
const STARTUP_TIMEOUT_MS = 1_500;

/** The limiters only count and never refuse. `count` compares the result with the limit. */
const WINDOW = { points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS };

type Count = Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>;

export interface Tally {
  limit: number;
  remaining: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
  exceeded: boolean;
}

/**
 * Counts requests in fixed windows that start with a request, for each subject: an API key, an access token, a tenant, the
 * visitors from a network, or the registrar. Redis counts for all processes together; while it is not available, each
 * process counts in its own memory.
 */
@Injectable()
export class RequestLimits implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly redis: Redis | undefined;
  private readonly inMemory = new RateLimiterMemory(WINDOW);
  private readonly inRedis: RateLimiterRedis | undefined;
  /** Requests of one turn of the event loop share a command for each subject; ioredis sends the commands together. */
  private readonly requests = new Batcher((subjects: string[]) => this.countInRedis(subjects), {
    maxSize: Infinity,
    concurrency: Infinity,
  });

  private readonly timeoutMs: number;
  private readonly failures;

  constructor(@Inject(SETTINGS) settings: Settings, @Inject(LOGGER) logger: Logger, metrics: Metrics) {
    this.timeoutMs = settings.redisTimeoutMs;
    this.redis = settings.redisUrl ? connect(settings.redisUrl, logger) : undefined;
    this.inRedis =
      this.redis && new RateLimiterRedis({ ...WINDOW, storeClient: this.redis, keyPrefix: 'nameyard:limit' });
    this.failures = metrics.counter(
      'nameyard_redis_errors_total',
      'Redis commands that failed or timed out; their requests were counted in memory.',
    );
    const { redis } = this;
    if (redis)
      metrics.gauge('nameyard_redis_connected', 'Whether rate limits are connected to Redis: 1 or 0.', () =>
        redis.status === 'ready' ? 1 : 0,
      );
  }

  /** Waits for the connection, so that the first requests are counted in Redis. */
  async onApplicationBootstrap() {
    const { redis } = this;
    if (!redis || redis.status === 'ready') return;
    await withDeadline(STARTUP_TIMEOUT_MS, signal => once(redis, 'ready', { signal })).catch(() => {});
  }

  async count(subject: string, limit: number): Promise<Tally> {
    const { consumedPoints, msBeforeNext } = await (this.inRedis
      ? this.requests.add(subject)
      : this.inMemory.consume(subject));
    return {
      limit,
      remaining: Math.max(0, limit - consumedPoints),
      resetMs: msBeforeNext,
      exceeded: consumedPoints > limit,
    };
  }

  /** Counts all requests of a subject with one command, and derives the count of each request from its order. */
  private async countInRedis(subjects: string[]): Promise<Count[]> {
    const sizes = new Map<string, number>();
    for (const subject of subjects) sizes.set(subject, (sizes.get(subject) ?? 0) + 1);
    const counts = Array.from(sizes, async ([subject, size]) => [subject, await this.consume(subject, size)] as const);
    const totals = new Map(await Promise.all(counts));
    return subjects.map(subject => {
      const { consumedPoints, msBeforeNext } = totals.get(subject)!;
      const laterRequests = sizes.get(subject)! - 1;
      sizes.set(subject, laterRequests);
      return { consumedPoints: consumedPoints - laterRequests, msBeforeNext };
    });
  }

  private consume(subject: string, size: number): Promise<Count> {
    return withTimeout(this.inRedis!.consume(subject, size), this.timeoutMs).catch(() => {
      this.failures.inc();
      return this.inMemory.consume(subject, size);
    });
  }

  onApplicationShutdown() {
    this.redis?.disconnect();
  }
}

/** Headers of draft-ietf-httpapi-ratelimit-headers-11, and the older `X-RateLimit-*` headers. */
export function describeLimit({ limit, remaining, resetMs }: Tally, now: number): Record<string, string> {
  const seconds = Math.ceil(resetMs / 1_000);
  return {
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${remaining};t=${seconds}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil((now + resetMs) / 1_000)),
  };
}

function connect(url: string, logger: Logger): Redis {
  const redis = openRedis(url, {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    retryStrategy: attempt => Math.min(attempt * 100, 2_000),
  });
  let isUnavailable = false;
  redis.on('error', (error: Error) => {
    if (!isUnavailable)
      logger.warn({ reason: error.message }, 'Redis is not available; each process counts requests in memory');
    isUnavailable = true;
  });
  redis.on('ready', () => {
    if (isUnavailable) logger.info('Redis is available again; all processes count requests together');
    isUnavailable = false;
  });
  return redis;
}
