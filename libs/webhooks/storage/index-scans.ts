import type { PoolClient } from 'pg';
import type { Database } from '#platform/database';

/**
 * Runs statements that read the first rows of a long backlog in index order. The statistics often date from a time when
 * the backlog was empty, and PostgreSQL would read and sort all of it. Generic plans avoid planning for each batch size.
 */
export const withIndexScans = <T>(database: Database, work: (tx: PoolClient) => Promise<T>): Promise<T> =>
  database.transaction(async tx => {
    await tx.query('SET LOCAL enable_bitmapscan = off; SET LOCAL plan_cache_mode = force_generic_plan');
    return work(tx);
  });
