import type { Storage } from '#platform';
import { CreateUsage1763683206000 } from './migrations/1763683206000-create-usage.js';

/** The request log and its counts: tables that only hand-written statements touch. */
export const usageStorage: Storage = { schema: 'usage', entities: [], migrations: [CreateUsage1763683206000] };
