import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePackages } from './bundle-packages.mjs';

const EMBEDDED = join(import.meta.dirname, '../../dist/libs/platform/database/embedded/embedded-postgres.js');

/** Starts one PostgreSQL for the run in a temporary directory; each test file uses its own database. */
export default async function start() {
  if (!existsSync(EMBEDDED)) throw new Error('Run the tests with `npm test`, or build first with `npm run build`.');
  await bundlePackages();
  const { startEmbeddedPostgres } = await import(pathToFileURL(EMBEDDED).href);
  const dataDir = mkdtempSync(join(tmpdir(), 'nameyard-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  process.env.TEST_POSTGRES_URL = postgres.url;
  globalThis.nameyardTests = { postgres, dataDir };
}
