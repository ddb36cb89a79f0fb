import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../stage/places.js';

const EMBEDDED = join(ROOT, 'dist/libs/platform/database/embedded/embedded-postgres.js');

/** The product's own PostgreSQL, by itself: to load all of the platform for it would take a second. */
export const { findRunningPostgres, startEmbeddedPostgres } = (await import(
  pathToFileURL(EMBEDDED).href
)) as typeof import('#platform/database/embedded');
