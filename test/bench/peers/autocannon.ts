import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** What we use of autocannon, which is installed apart and has no types. */
export interface Connection extends EventEmitter {
  getRequestBuffer(): string | Buffer;
  opts: { verifyBody?: (body: string) => boolean };
}

export interface Run extends Promise<Result> {
  stop(): void;
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
  /** How often it looks whether the time is over, in milliseconds. */
  sampleInt: number;
  setupClient(connection: Connection): void;
}

const require = createRequire(import.meta.url);

export function autocannon(options: Options): Run {
  return (require('autocannon') as (options: Options) => Run)(options);
}
