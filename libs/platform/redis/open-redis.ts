import { Redis, type RedisOptions } from 'ioredis';
import { sentinelOptions } from '../process/config/servers.js';

/** Opens a connection to the Redis of REDIS_URL. */
export function openRedis(url: string, options: RedisOptions): Redis {
  const sentinel = sentinelOptions(url);
  return sentinel ? new Redis({ ...sentinel, ...options }) : new Redis(url, options);
}
