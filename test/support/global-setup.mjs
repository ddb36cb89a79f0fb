import { existsSync, mkdtempSync } from 'node:fs';
import { cp } from 'node:fs/promises';
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
  await (await startEmbeddedPostgres({ dataDir: emptyCluster, isTemporary: true })).stop();
  // Not `cpSync`: it does not copy the mode of folders in Node.js 22 and 24, and PostgreSQL requires 0700.
  await cp(emptyCluster, dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir, isTemporary: true });
  await shortenHash(postgres.url);
  process.env.TEST_POSTGRES_URL = postgres.url;
  process.env.TEST_EMPTY_CLUSTER = emptyCluster;
  globalThis.nameyardTests = { postgres, folder };
}

/** Nothing needs its password, whose 4,096 hash iterations were a noticeable part of each connection. */
async function shortenHash(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { username, password } = new URL(connectionString);
  await client.query('SET scram_iterations = 1');
  await client.query(`ALTER USER ${username} PASSWORD '${password}'`);
  await client.end();
}
