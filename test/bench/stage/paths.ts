import { join } from 'node:path';

/** The repository; `dist` contains the build. */
export const ROOT = join(import.meta.dirname, '../../..');

export const BENCH = join(ROOT, 'test/bench');

export const CLI = join(ROOT, 'dist/apps/cli/main.js');

/** The load generator and the peers, with their own dependencies. */
export const PEERS = join(BENCH, 'peers');
