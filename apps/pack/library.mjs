/** Builds the entries of a library for `import` and `require`, with types. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { createFolder, root, run } from './package-folder.mjs';

/**
 * @typedef {object} Entry
 * @property {string} name name of the files
 * @property {string} source path of the module in the repository
 * @property {string} types path of its declaration below `types`, without extension
 */

/**
 * Bundles CommonJS files, and writes ESM files that only re-export them, so that a program never has two copies. Returns the
 * output of rolldown.
 * @param {Entry[]} entries
 */
export async function bundleLibrary(entries, { folder, platform }) {
  const { output } = await build({
    input: Object.fromEntries(entries.map(({ name, source }) => [name, join(root, source)])),
    platform,
    transform: { target: 'node20' },
    output: {
      dir: folder,
      format: 'cjs',
      exports: 'named',
      cleanDir: false,
      // Editors show the comments of the declarations.
      comments: { jsdoc: false },
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name].cjs',
    },
  });
  for (const { isEntry, name, exports } of output)
    if (isEntry) writeFileSync(join(folder, `${name}.mjs`), wrapper(name, exports));
  return output;
}

function wrapper(name, exports) {
  const file = `./${name}.cjs`;
  const named = exports.filter(exported => exported !== 'default');
  const lines = named.length > 0 ? [`export { ${named.join(', ')} } from '${file}';`] : [];
  // For Node.js, the default export of a CommonJS file is the whole of its exports.
  if (exports.includes('default')) lines.push(`import cjs from '${file}';`, 'export default cjs.default;');
  return `${lines.join('\n')}\n`;
}

/**
 * Copies declarations of modules from `libs` to `types`. TypeScript reads `index.d.mts` for `import` and `index.d.ts` for
 * `require`. Only the entries exist twice, because their default exports differ; the classes behind them are the same.
 * @param {Entry[]} entries
 */
export function writeDeclarations(entries, { folder, modules }) {
  for (const module of modules)
    cpSync(join(declarations(), module), join(folder, 'types', module), { recursive: true });
  for (const { types } of entries) {
    const file = join(folder, `types/${types}.d.ts`);
    cpSync(file, file.replace(/ts$/, 'mts'));
  }
  // Files with the extension .d.ts describe CommonJS, even if the package itself has ES modules.
  writeFileSync(join(folder, 'types/package.json'), '{ "type": "commonjs" }\n');
}

let declarationFolder;

/** Compiles the declarations of both packages at once, at the first call. */
function declarations() {
  if (declarationFolder) return declarationFolder;
  declarationFolder = createFolder('types');
  const project = join(import.meta.dirname, 'types.json');
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], root);
  return declarationFolder;
}

/** The fields of package.json with which programs find the entries. The entry `index` is the package itself. */
export function exportsOf(entries) {
  const exported = entries.map(({ name, types }) => [
    name === 'index' ? '.' : `./${name}`,
    {
      import: { types: `./types/${types}.d.mts`, default: `./${name}.mjs` },
      require: { types: `./types/${types}.d.ts`, default: `./${name}.cjs` },
    },
  ]);
  const others = entries.filter(({ name }) => name !== 'index');
  return {
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    // For `moduleResolution: node10`, which does not read `exports`.
    typesVersions: { '*': Object.fromEntries(others.map(({ name, types }) => [name, [`./types/${types}.d.ts`]])) },
  };
}
