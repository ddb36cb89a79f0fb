import type { PoolClient } from 'pg';
import type { Database } from '#platform/database';

/**
 * For statements that take the first few of what may be a long queue. PostgreSQL goes by what the table held when it was
 * last analysed, which is hardly anything most of the time: it would read the whole queue and sort it, where the index
 * has its beginning at hand. And it would plan anew each time, for another number of ids.
 */
export const takingOldestFirst = <T>(database: Database, work: (tx: PoolClient) => Promise<T>): Promise<T> =>
  database.transaction(async tx => {
    await tx.query('SET LOCAL enable_bitmapscan = off; SET LOCAL plan_cache_mode = force_generic_plan');
    return work(tx);
  });
