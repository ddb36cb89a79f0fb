import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build writes this file to `dist`. Processes that run the sources read it there. */
const FILE = [
  join(import.meta.dirname, 'last-changes.json'),
  join(import.meta.dirname, '../../../dist/apps/docs/site/last-changes.json'),
].find(existsSync);

/** Dates of the last changes by source file, such as `2026-11-28`. Empty if the build had no git history. */
export const lastChanges: Readonly<Record<string, string>> = FILE ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
