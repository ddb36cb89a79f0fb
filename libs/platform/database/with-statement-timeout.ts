import type { PoolClient, QueryConfig, QueryResultRow } from 'pg';
import type { Executor } from './statement.js';

/** Longer than a request holds a row lock, including its own waits. */
const LOCK_TIMEOUT_MS = 5_000;

/** Runs the statements of a transaction with longer timeouts than those of requests, for rare work on many rows. */
export async function withStatementTimeout(tx: PoolClient, ms: number): Promise<Executor> {
  await tx.query(`SET LOCAL statement_timeout = ${ms}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  return {
    query<Row extends QueryResultRow>(statement: QueryConfig) {
      // pg supports a timeout per query, which is missing from its types.
      const config: QueryConfig & { query_timeout: number } = { ...statement, query_timeout: ms + 1_000 };
      return tx.query<Row>(config);
    },
  };
}
