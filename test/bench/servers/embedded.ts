import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../stage/paths.js';

const EMBEDDED = join(ROOT, 'dist/libs/platform/database/embedded/embedded-postgres.js');

/** The product's embedded PostgreSQL alone; loading the whole platform would take a second. */
export const { findRunningPostgres, startEmbeddedPostgres } = (await import(
  pathToFileURL(EMBEDDED).href
)) as typeof import('#platform/database/embedded');
