import type { PoolClient, QueryConfig, QueryResultRow } from 'pg';
import type { Executor } from './statement.js';

/** Long enough for a request that holds a row to be done with it, whatever it waits for itself. */
const LOCK_MS = 5_000;

/**
 * A transaction's own patience, for rare work on much: each of its statements may take so long, and wait for others,
 * where a request would have failed long ago.
 */
export async function patient(tx: PoolClient, ms: number): Promise<Executor> {
  await tx.query(`SET LOCAL statement_timeout = ${ms}; SET LOCAL lock_timeout = ${LOCK_MS}`);
  return {
    query<Row extends QueryResultRow>(statement: QueryConfig) {
      // pg reads the time for one query from beside it, which its types do not say.
      const within: QueryConfig & { query_timeout: number } = { ...statement, query_timeout: ms + 1_000 };
      return tx.query<Row>(within);
    },
  };
}
