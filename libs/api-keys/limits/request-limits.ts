import { once } from 'node:events';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { withTimeout } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import { LOGGER, type Logger } from '#platform/log';

export const WINDOW_SECONDS = 60;

/** Only counts: what is too many is the key's matter, and keys differ. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** How long a request waits for Redis before it is counted in memory. */
const REDIS_MS = 250;

/** How long a process that starts waits for Redis before it counts in memory. */
const FIRST_WORD_MS = 1_500;

const WINDOW = { points: UNBOUNDED, duration: WINDOW_SECONDS };

export interface Tally {
  limit: number;
  remaining: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
  exceeded: boolean;
}

/**
 * Requests of a key in a fixed window that its first request opens. With Redis all processes count together,
 * exactly; while Redis is away each counts for itself, so that a limit never falls away.
 */
@Injectable()
export class RequestLimits implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly redis: Redis | undefined;
  private readonly alone = new RateLimiterMemory(WINDOW);
  private readonly together: RateLimiterRedis | undefined;

  constructor(@Inject(SETTINGS) settings: Settings, @Inject(LOGGER) logger: Logger) {
    this.redis = settings.redisUrl ? connect(settings.redisUrl, logger) : undefined;
    this.together =
      this.redis && new RateLimiterRedis({ ...WINDOW, storeClient: this.redis, keyPrefix: 'nameyard:limit' });
  }

  /** Redis is there, or known not to be, before the first request is counted. */
  async onApplicationBootstrap() {
    if (!this.redis || this.redis.status === 'ready') return;
    await once(this.redis, 'ready', { signal: AbortSignal.timeout(FIRST_WORD_MS) }).catch(() => {});
  }

  async count(keyId: string, limit: number): Promise<Tally> {
    const { consumedPoints, msBeforeNext } = await this.consume(keyId);
    return {
      limit,
      remaining: Math.max(0, limit - consumedPoints),
      resetMs: msBeforeNext,
      exceeded: consumedPoints > limit,
    };
  }

  private consume(keyId: string): Promise<RateLimiterRes> {
    if (!this.together) return this.alone.consume(keyId);
    return withTimeout(this.together.consume(keyId), REDIS_MS).catch(() => this.alone.consume(keyId));
  }

  onApplicationShutdown() {
    this.redis?.disconnect();
  }
}

/** draft-ietf-httpapi-ratelimit-headers-11, and the fields that registrar clients know. */
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
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    retryStrategy: attempt => Math.min(attempt * 100, 2_000),
  });
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) logger.warn({ reason: error.message }, 'Redis is away; each process counts limits for itself');
    away = true;
  });
  redis.on('ready', () => {
    if (away) logger.info('Redis is back; limits are counted together again');
    away = false;
  });
  return redis;
}
