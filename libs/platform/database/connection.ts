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
  /** All rows that belong to a tenant, except the following. */
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

/** Rows of a table that belong to the tenants with the IDs $1; without a condition, those with these `tenant_id`s. */
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
  /** SQL expressions, over the table, of columns that have another value in an export. */
  exported?: Record<string, string>;
  /** A column with numbers of the identity column of a table, which an import replaces. */
  identity?: { column: string; of: string };
}

/** `old` is an SQL condition for deletable rows. Its parameter $1 is the current time minus `afterMs`. */
export interface Retention {
  table: string;
  old: string;
  afterMs: number;
}

/**
 * Shares of DATABASE_TIMEOUT after which the server ends a statement, so that none runs on after its client gave up. A
 * request that waits for a lock, for example of the same idempotency key, gets a conflict.
 */
const LOCK_SHARE = 0.7;
const STATEMENT_SHARE = 0.9;

/** Share of DATABASE_TIMEOUT for connecting: connecting plus one statement stay below 2 × DATABASE_TIMEOUT. */
const CONNECT_SHARE = 0.8;

const MIGRATION_LOCK_TIMEOUT_MS = 5_000;

/** A forgotten transaction would hold back all later events. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000;

/**
 * Prepared statements keep their plans, which may have been made for empty tables. A sequential scan would be slow once
 * the tables have grown. JIT compilation takes longer than any of the statements. Random reads cost little more than
 * others, because what is read is usually cached; otherwise a long backlog would be sorted to read its first rows.
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
  /** The client of a pooler, which refuses the parameters of sessions. */
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
 * A connection for migrations. Statements may take long, but do not wait long for a lock: all requests that need the table
 * wait behind them.
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
