import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '#platform/database';
import { createLogger } from '#platform/observability/log';
import { storages } from '../../apps/storage.js';
import { migrateWith, schemaOf } from './foreign-schema.js';

const TEMPLATE = 'template_nameyard';

/** Several test files start concurrently; only one creates the template. */
const TEMPLATE_LOCK = 7_302_118;

/** A transaction that a failed test has left open would hold back the events of all databases. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;

/** Shorter than the timeout of a hook, which would not say what it waited for. */
const DROP_TIMEOUT_MS = 120_000;

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  drop(): Promise<void>;
}

/** Creates a database, with all tables by default: it is a copy of a migrated template. */
export async function createDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(async admin => {
    if (!isEmpty) await ensureTemplate(admin);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${isEmpty ? 'template1' : TEMPLATE}`);
  });
  const url = urlOf(name);
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  pool.on('error', () => {}); // dropped with the database
  pool.on('connect', client => client.on('error', () => {})); // ended while a failed test held it
  return {
    url,
    pool,
    async drop() {
      void pool.end(); // does not end while a failed test holds a connection
      await asAdmin(async admin => {
        await admin.query(`SET statement_timeout = ${DROP_TIMEOUT_MS}`);
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      });
    },
  };
}

async function ensureTemplate(admin: pg.Client): Promise<void> {
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [TEMPLATE]);
  if (rowCount === 0) {
    await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
    await admin.query(`CREATE DATABASE ${TEMPLATE}`);
    if (schemaOf) await migrateWith(schemaOf, urlOf(TEMPLATE));
    else await migrate(urlOf(TEMPLATE), storages, createLogger('silent'));
    await admin.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true`);
  }
  await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
}

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  url.pathname = `/${database}`;
  return url.href;
}
