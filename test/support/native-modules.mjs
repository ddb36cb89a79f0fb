/**
 * Lets the tests of the service share modules that Node.js loads natively. Jest would load the service and its packages
 * again for each test file, and none of them would stay compiled.
 *
 * For each module that a test imports, a file is generated that exports what the environment (service-environment.mjs) imports.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const tests = join(root, 'test');

/** All but the portal, and what tests load with Jest's fake time: the client and the kit. */
const SERVICE = String.raw`(?:\.\./)+((?:apps/(?!portal/)|libs/(?!client/|testing/)).+)\.js`;
const MODULE = String.raw`#.+|(?!node:|@jest/|@?nameyard|standardwebhooks)@?[a-z].*`;

/** Folders without tests. */
const OTHERS = ['bench', 'node_modules'];

const imports = findImports();
const folder = join(root, 'node_modules/.cache/native-for-jest', hash());

/** For `moduleNameMapper`. It names the packages, because Jest's own are loaded through it, too. */
export const nativeModules = {
  [`^${SERVICE}$`]: `${folder}/$1.mjs`,
  [`^(${[...imports.keys()].join('|')})$`]: `${folder}/$1.mjs`,
};

/** Maps the name of each generated file to what Node.js imports. */
function findImports() {
  const found = new Map();
  for (const file of sourcesBelow(tests)) {
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import\() ?'([^']+)'/g)) {
      const [, path] = new RegExp(`^${SERVICE}$`).exec(specifier) ?? [];
      if (path) found.set(path, join(root, 'dist', `${path}.js`));
      else if (new RegExp(`^(?:${MODULE})$`).test(specifier) && isInstalled(specifier)) found.set(specifier, specifier);
    }
  }
  return found;
}

/** Tests contain programs for other packages. */
function isInstalled(specifier) {
  try {
    return Boolean(import.meta.resolve(specifier));
  } catch {
    return false;
  }
}

function sourcesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return OTHERS.includes(entry.name) ? [] : sourcesBelow(path);
    return path.endsWith('.ts') ? path : [];
  });
}

/** Changes with everything that the generated files depend on. */
function hash() {
  const inputs = ['package-lock.json', 'dist/.built-from', 'test/support/native-modules.mjs'].map(file =>
    join(root, file),
  );
  const contents = inputs.map(file => (existsSync(file) ? readFileSync(file, 'utf8') : ''));
  return createHash('sha256')
    .update(JSON.stringify([contents, [...imports.keys()].sort()]))
    .digest('hex')
    .slice(0, 16);
}

export async function writeNativeModules() {
  if (existsSync(folder)) return;
  const draft = `${folder}-${process.pid}`;
  for (const [name, target] of imports) {
    const file = join(draft, `${name}.mjs`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, reexport(target, Object.keys(await import(target))));
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

function reexport(target, names) {
  const quoted = names.map(name => JSON.stringify(name));
  const lines = quoted.map((name, n) => `const e${n} = module[${name}];\nexport { e${n} as ${name} };\n`);
  return `const module = await importNatively(${JSON.stringify(target)});\n${lines.join('')}`;
}
