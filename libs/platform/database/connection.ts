import pg from 'pg';
import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';

/** The tables of a module: how its classes lie in them, and how they came to be. */
export interface Storage {
  schema: string;
  entities: EntitySchema[];
  // oxlint-disable-next-line no-unsafe-function-type -- TypeORM's own type of a migration's class
  migrations: Function[];
  /** What nobody will ask for again after a while. */
  retention?: Retention[];
}

/** Rows that may go: `old` is a condition in which $1 is the instant before which they have had their time. */
export interface Retention {
  table: string;
  old: string;
  afterMs: number;
}

/**
 * Requests fail within two seconds when PostgreSQL hangs: at most this long for a connection, then for an answer.
 * The server gives up a little earlier than the client, so that nothing goes on for a caller who has left.
 */
const CONNECT_MS = 800;
const LOCK_MS = 700;
const STATEMENT_MS = 900;
const ANSWER_MS = 1_000;

/**
 * Plans are kept with their connections, and made when the tables may be empty: reading one from end to end is right then,
 * and ruinous once it has grown. Compiling a plan takes longer than any of them runs.
 */
const PLANNING = '-c enable_seqscan=off -c jit=off';

/**
 * A connection lost in the midst of a statement tells that statement, and then raises an event that ends the process
 * when nobody hears it; the pool listens to those only that lie idle.
 */
export class HeardClient extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options);
    this.on('error', () => {});
  }
}

export function connectionOptions(url: string, storages: Storage[], size = 16): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: storages.flatMap(storage => storage.entities) as MixedList<EntitySchema>,
    migrations: storages.flatMap(storage => storage.migrations),
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'all',
    installExtensions: false,
    schema: 'platform',
    applicationName: 'nameyard',
    poolSize: size,
    poolErrorHandler: () => {}, // an idle connection that broke; the next request reports it where it matters
    extra: {
      Client: HeardClient,
      min: size, // once open they stay open
      connectionTimeoutMillis: CONNECT_MS,
      lock_timeout: LOCK_MS,
      statement_timeout: STATEMENT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      options: PLANNING,
    },
  };
}

/** For work that has no request waiting for it, such as migrations: it may take its time. */
export function patientConnection(url: string, storages: Storage[]): DataSource {
  const options = connectionOptions(url, storages, 2);
  return new DataSource({
    ...options,
    extra: { Client: HeardClient, connectionTimeoutMillis: 5_000, keepAlive: true },
  });
}
