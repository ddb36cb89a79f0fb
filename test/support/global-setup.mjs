import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { writeNativeModules } from './native-modules.mjs';

const EMBEDDED = join(import.meta.dirname, '../../dist/libs/platform/database/embedded/embedded-postgres.js');

/** Starts one PostgreSQL for the run in a temporary directory; each test file uses its own database. */
export default async function start() {
  if (!existsSync(EMBEDDED)) throw new Error('Run the tests with `npm test`, or build first with `npm run build`.');
  await writeNativeModules();
  const { startEmbeddedPostgres } = await import(pathToFileURL(EMBEDDED).href);
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-test-'));
  const [emptyCluster, dataDir] = [join(folder, 'empty'), join(folder, 'data')];
  await (await startEmbeddedPostgres({ dataDir: emptyCluster })).stop();
  cpSync(emptyCluster, dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir });
  await makeCheap(postgres.url);
  process.env.TEST_POSTGRES_URL = postgres.url;
  process.env.TEST_EMPTY_CLUSTER = emptyCluster;
  globalThis.nameyardTests = { postgres, folder };
}

/**
 * Its data is worthless after a crash (tests of crashes start their own servers), and nothing needs its password, whose
 * 4,096 hash iterations were a noticeable part of each connection.
 */
async function makeCheap(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('ALTER SYSTEM SET fsync = off');
  await client.query('ALTER SYSTEM SET full_page_writes = off');
  await client.query('SELECT pg_reload_conf()');
  const { username, password } = new URL(connectionString);
  await client.query('SET scram_iterations = 1');
  await client.query(`ALTER USER ${username} PASSWORD '${password}'`);
  await client.end();
}
