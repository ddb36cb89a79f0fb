import { join } from 'node:path';

/** The checkout; what was built from it lies in `dist`. */
export const ROOT = join(import.meta.dirname, '../../..');

export const BENCH = join(ROOT, 'test/bench');

export const CLI = join(ROOT, 'dist/apps/cli/main.js');

/** What Nameyard is driven by and measured against, with dependencies of its own. */
export const PEERS = join(BENCH, 'peers');
