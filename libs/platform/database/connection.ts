import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { DEFAULT_POOL_SIZE } from '../process/config/settings.js';
import { SafeClient } from './client.js';
import { PatientPool } from './pool.js';

/** The tables of a module. */
export interface Storage {
  schema: string;
  entities: EntitySchema[];
  // oxlint-disable-next-line no-unsafe-function-type -- TypeORM's own type of a migration's class
  migrations: Function[];
  /** Rows that are deleted after a while. */
  retention?: Retention[];
  /** Rows that belong to a tenant, except those of `tenantChildren` and `tenantHistory`. */
  tenantRows?: TenantRows[];
  /** Rows that are deleted with the `tenantRows` that they refer to. */
  tenantChildren?: TenantRows[];
  /** Rows about a tenant that are kept when a temporary tenant ends, and exported only on demand. */
  tenantHistory?: TenantRows[];
  /** Tables whose column `tenant_ids` lists tenants. */
  tenantLists?: string[];
  /** Values that `Secrets` has sealed. */
  sealed?: SealedValues[];
}

/** The column `sealed` of a table. */
export interface SealedValues {
  table: string;
  /** Column of the primary key, a text. */
  id: string;
  /** SQL expression of the context with which a value is sealed. */
  context: string;
  /** Whether the column `key_id` contains the ID of the key. */
  hasKeyId?: boolean;
}

/** Rows of a table that belong to the tenants with the IDs $1. The default condition compares `tenant_id`. */
export interface TenantRows {
  table: string;
  condition?: string;
  /** Topic of the notification that drops the rows from caches, and the column that contains the key. */
  cached?: { topic: string; key: string };
  /** An import inserts the rows together with the tenant, because workers act on them. */
  isActive?: boolean;
  /** The rows stay in their installation when a tenant is exported. */
  isLocal?: boolean;
  /** The rows are kept when a tenant is removed. */
  isKept?: boolean;
  /** SQL condition of the rows that an export contains; by default all. */
  exportedIf?: string;
  /** SQL expressions, by column, for values that an export replaces. */
  exported?: Record<string, string>;
  /** A column with numbers from the identity column of the table `of`. An import assigns new numbers. */
  identity?: { column: string; of: string };
}

/** `old` is an SQL condition for deletable rows. Its parameter $1 is the current time minus `afterMs`. */
export interface Retention {
  table: string;
  old: string;
  afterMs: number;
}

/**
 * Shares of DATABASE_TIMEOUT, after which the client gives up. PostgreSQL cancels a statement that has waited for a lock for
 * `LOCK_SHARE` of it, and any statement that has run for `STATEMENT_SHARE` of it, so that none outlives its client. The lock
 * timeout is the shorter one, so that a repeated idempotency key gets IDEMPOTENCY_IN_PROGRESS instead of 503.
 */
const LOCK_SHARE = 0.7;
const STATEMENT_SHARE = 0.9;

/** Share of DATABASE_TIMEOUT for connecting: connecting plus one statement stay below 2 × DATABASE_TIMEOUT. */
const CONNECT_SHARE = 0.8;

const MIGRATION_LOCK_TIMEOUT_MS = 5_000;

/** PostgreSQL ends a transaction that is idle for longer, because an open one holds back all later events. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000;

/**
 * `enable_seqscan`: prepared statements keep their plans; sequential scans, planned for empty tables, are slow once the
 * tables have grown. `jit`: compilation takes longer than any statement. `random_page_cost`: pages are usually cached;
 * with the default cost, the planner sorts a long backlog to read its first rows.
 */
const PLANNER_OPTIONS = '-c enable_seqscan=off -c jit=off -c random_page_cost=1.1';

const sessionParameters = (timeoutMs: number) => ({
  lock_timeout: Math.round(LOCK_SHARE * timeoutMs),
  statement_timeout: Math.round(STATEMENT_SHARE * timeoutMs),
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  options: PLANNER_OPTIONS,
});

interface ConnectionOptions {
  /** DATABASE_POOL_SIZE. */
  size?: number;
  /** DATABASE_TIMEOUT in milliseconds. */
  timeoutMs?: number;
  /** Client class for a connection pooler, which rejects session parameters. */
  pooled?: typeof SafeClient;
}

export function connectionOptions(
  url: string,
  storages: Storage[],
  { size = DEFAULT_POOL_SIZE, timeoutMs = 1_000, pooled }: ConnectionOptions = {},
): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: storages.flatMap(storage => storage.entities) as MixedList<EntitySchema>,
    migrations: storages.flatMap(storage => storage.migrations),
    migrationsTableName: 'migrations',
    installExtensions: false,
    schema: 'platform',
    applicationName: 'nameyard',
    poolSize: size,
    driver: { Pool: PatientPool },
    poolErrorHandler: () => {}, // the next request reports the problem
    extra: {
      Client: pooled ?? SafeClient,
      min: size, // keep connections open
      connectionTimeoutMillis: CONNECT_SHARE * timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      ...(pooled ? {} : sessionParameters(timeoutMs)),
    },
  };
}

/**
 * A connection for migrations. Statements may run for long, but wait for a lock only briefly, because all requests that
 * need the table queue behind them.
 */
export function migrationConnection(url: string, storages: Storage[]): DataSource {
  const options = connectionOptions(url, storages, { size: 2 });
  return new DataSource({
    ...options,
    extra: {
      Client: SafeClient,
      connectionTimeoutMillis: 5_000,
      lock_timeout: MIGRATION_LOCK_TIMEOUT_MS,
      keepAlive: true,
    },
  });
}
