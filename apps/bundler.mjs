/** Bundles compiled processes with the packages that they use. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'rolldown';

export const dist = join(import.meta.dirname, '../dist');

/** Path of the compiled main module of a process. The build renames it, because `main.js` becomes the launcher. */
export const entryOf = app => join(dist, `apps/${app}/entry.js`);

/**
 * Main module of a process; imports its bundle. The compile cache (Node.js 22.1 and later) is deleted by each build.
 *
 * Pretenuring is off: V8 allocated short-lived request objects in the old generation, and garbage collection took nearly
 * twice as long.
 *
 * Decorators need `reflect-metadata` first. It is CommonJS, so a bundle would run it after its shared chunks, which contain
 * decorated classes.
 */
export const LAUNCHER = `#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-allocation-site-pretenuring');
module.enableCompileCache?.(join(import.meta.dirname, '../../.compile-cache'));
await import('../shared/reflect-metadata/bundle.js');
await import('./bundle.js');
`;

/** Entry that the launcher imports before the bundle. */
const REFLECT_METADATA = { 'shared/reflect-metadata': 'reflect-metadata' };

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

/** Modules of Nest and the packages that they load with `createRequire`, which bypasses the bundle and loads second copies. */
const REQUIRING_MODULES = [
  [/@nestjs\/typeorm\/.*\/typeorm-compat\.js$/, ['typeorm']],
  [
    /@nestjs\/mapped-types\/.*\/type-helpers\.utils\.js$/,
    ['class-validator', 'class-transformer', 'class-transformer/cjs/storage'],
  ],
];

const REQUIRE_LINE = /^const require = .*$/m;

const singleCopies = REQUIRING_MODULES.map(([id, packages]) => ({
  name: 'single-copies',
  transform: {
    filter: { id },
    handler(code) {
      if (!REQUIRE_LINE.test(code)) throw new Error(`${id} matches a module without createRequire.`);
      const imports = packages.map((name, n) => `import * as required${n} from '${name}';`);
      const entries = packages.map((name, n) => `'${name}': required${n}`);
      const lines = [...imports, `const require = name => ({ ${entries.join(', ')} })[name];`];
      return { code: code.replace(REQUIRE_LINE, lines.join(' ')), map: null };
    },
  },
}));

/** Writes `apps/<app>/bundle.js` and shared files into a folder, and returns the output of rolldown. */
export async function bundle(apps, { folder, external, sourcemap }) {
  const { output } = await build({
    input: { ...REFLECT_METADATA, ...Object.fromEntries(apps.map(app => [app, entryOf(app)])) },
    platform: 'node',
    external,
    plugins: [compiled, singleCopies],
    onLog(level, log, handle) {
      // Ignores imports of optional drivers and transports that are not installed.
      if (log.code !== 'UNRESOLVED_IMPORT') handle(level, log);
    },
    output: {
      dir: folder,
      cleanDir: false,
      sourcemap,
      // Doc comments slow down parsing; license comments stay.
      comments: { annotation: false, jsdoc: false },
      // Messages, documents and dependency injection use the names of classes.
      keepNames: true,
      entryFileNames: 'apps/[name]/bundle.js',
      chunkFileNames: 'apps/shared/[name].js',
    },
  });
  return output;
}
