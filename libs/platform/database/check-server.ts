import type pg from 'pg';
import { Clock } from '../process/clock/clock.js';
import { UsageError } from '../http/errors/usage-error.js';
import type { Storage } from './connection.js';

const OLDEST_VERSION = 15;
const MAX_CLOCK_DIFFERENCE_MS = 5_000;

export interface ServerState {
  version: number;
  /** How far the clock of this process is ahead of that of PostgreSQL. */
  clockAheadMs: number;
  /** Whether the connection leads through a pooler. */
  isPooled: boolean;
  /** Tables on which the user lacks rights. */
  forbidden: string[];
}

/**
 * Checks that Nameyard can work with the PostgreSQL server. Each process compares its clock with PostgreSQL's, so the
 * clocks of two processes cannot differ much.
 * @param storages the user must have rights on their tables
 * @throws UsageError
 */
export async function checkServer(client: pg.Client, storages: Storage[] = []): Promise<void> {
  const problem = problemOf(await readServerState(client, storages), client.user ?? '');
  if (problem) throw new UsageError(problem);
}

export async function readServerState(client: pg.Client, storages: Storage[] = []): Promise<ServerState> {
  const clock = new Clock();
  const before = clock.millis();
  const { rows } = await client.query<{ version: number; now: number; pid: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, pg_backend_pid() AS pid,
       (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  );
  const [{ version, now, pid }] = rows as [{ version: number; now: number; pid: number }];
  // Poolers send clients an ID of their own.
  const isPooled = (client as unknown as { processID: number }).processID !== pid;
  const clockAheadMs = Math.round((before + clock.millis()) / 2 - now);
  const { rows: forbidden } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') AND c.oid <> to_regclass('platform.migrations')
       AND NOT (has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
         AND has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE')
         AND has_table_privilege(c.oid, 'DELETE'))
     ORDER BY 1`,
    [storages.map(({ schema }) => schema)],
  );
  return { version, clockAheadMs, isPooled, forbidden: forbidden.map(({ name }) => name) };
}

/** One line that says what is wrong and what to do, or undefined. */
export function problemOf(
  { version, clockAheadMs, isPooled, forbidden }: ServerState,
  user: string,
): string | undefined {
  if (isPooled)
    return 'DATABASE_DIRECT_URL, or else DATABASE_URL, leads to a connection pooler such as PgBouncer; set DATABASE_DIRECT_URL to the address of PostgreSQL itself.';
  if (version < OLDEST_VERSION)
    return `The server in DATABASE_URL is PostgreSQL ${version}; Nameyard requires ${OLDEST_VERSION} or later.`;
  if (Math.abs(clockAheadMs) > MAX_CLOCK_DIFFERENCE_MS)
    return `The clock of this machine is ${Math.round(Math.abs(clockAheadMs) / 1_000)} seconds ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the clock of PostgreSQL; synchronize both, for example with NTP.`;
  const [first, ...more] = forbidden;
  if (first)
    return `The user ${user} of DATABASE_URL lacks rights on ${first}${more.length > 0 ? ` and ${more.length} more ${more.length === 1 ? 'table' : 'tables'}` : ''}; grant USAGE on the schemas, and SELECT, INSERT, UPDATE and DELETE on the tables.`;
  return undefined;
}
