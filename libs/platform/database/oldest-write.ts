import { Statement } from './statement.js';

/**
 * Age in seconds of the oldest transaction that writes; 0 without one. Transactions of other PostgreSQL users are visible only
 * to members of pg_read_all_stats.
 */
export const oldestWrite = new Statement<{ seconds: number }, Record<string, never>>(
  'database.oldest-write',
  `SELECT coalesce(extract(epoch FROM max(clock_timestamp() - xact_start)), 0)::float8 AS seconds
   FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()`,
);

/** A write transaction that is open for longer is reported as a problem, because it delays all later events. */
export const MAX_WRITE_SECONDS = 20;
