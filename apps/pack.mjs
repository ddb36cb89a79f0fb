/**
 * `npm run pack` builds the npm packages into dist/packages.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const root = join(import.meta.dirname, '..');
const client = join(root, 'libs/client');
const packages = join(root, 'dist/packages');
const folder = join(packages, 'client');

const ENTRIES = ['index', 'webhooks'];

const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await bundle();
writeDeclarations();
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
cpSync(join(client, 'README.md'), join(folder, 'README.md'));
run('npm', ['pack', '--loglevel=error', '--pack-destination', packages]);

/** Bundles the CommonJS files. The ESM files only export from them, so that a program never has two copies. */
async function bundle() {
  const { output } = await build({
    input: Object.fromEntries(ENTRIES.map(entry => [entry, join(client, `${entry}.ts`)])),
    platform: 'neutral',
    transform: { target: 'node20' },
    output: {
      dir: folder,
      format: 'cjs',
      cleanDir: false,
      // Editors show the comments of the declarations.
      comments: { jsdoc: false },
      entryFileNames: '[name].cjs',
      chunkFileNames: 'shared.cjs',
    },
  });
  for (const { isEntry, name, exports } of output)
    if (isEntry) writeFileSync(join(folder, `${name}.mjs`), `export { ${exports.join(', ')} } from './${name}.cjs';\n`);
}

/** TypeScript reads `index.d.mts` for `import` and `index.d.ts` for `require`. */
function writeDeclarations() {
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', client]);
  for (const entry of ENTRIES) writeFileSync(join(folder, `types/${entry}.d.mts`), `export * from './${entry}.js';\n`);
}

function manifest() {
  const exported = ENTRIES.map(entry => [
    entry === 'index' ? '.' : `./${entry}`,
    {
      import: { types: `./types/${entry}.d.mts`, default: `./${entry}.mjs` },
      require: { types: `./types/${entry}.d.ts`, default: `./${entry}.cjs` },
    },
  ]);
  return {
    name: '@nameyard/client',
    version,
    description: 'Client for the API of Nameyard, a domain registration sandbox.',
    license,
    engines: { node: '>=20' },
    sideEffects: false,
    main: './index.cjs',
    module: './index.mjs',
    types: './types/index.d.ts',
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
  };
}

/** Runs a program in the folder of the package; exits if it fails. */
function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}
