import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** The part of autocannon that is used here; it is installed separately and has no types. */
export interface Connection extends EventEmitter {
  getRequestBuffer(): string | Buffer;
  /** Number of requests after which it ends, once the last one has its response. */
  responseMax?: number;
  opts: { verifyBody?: (body: string) => boolean };
}

interface Result {
  errors: number;
  timeouts: number;
}

interface Options {
  url: string[];
  connections: number;
  /** Seconds. */
  duration: number;
  /** Interval in milliseconds at which it checks the duration. */
  sampleInt: number;
  setupClient(connection: Connection): void;
}

const require = createRequire(import.meta.url);

export function autocannon(options: Options): Promise<Result> {
  return (require('autocannon') as (options: Options) => Promise<Result>)(options);
}
