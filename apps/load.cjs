/**
 * Loads the bundle with V8's cached bytecode, because compiling ten megabytes takes 40 % of the startup time. Node.js 22.1
 * and later have module.enableCompileCache for this, but Node.js 20 does not.
 */
const { subscribe } = require('node:diagnostics_channel');
const { readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

/** Loaded modules and newly compiled scripts, by path. */
const loaded = new Map();
const compiled = new Map();

/** Returns the exports of a file of the bundle. */
exports.load = function load(path) {
  const cached = loaded.get(path);
  if (cached) return cached.exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const folder = dirname(path);
  const nodeRequire = createRequire(path);
  // Relative paths are files of the bundle; other IDs are packages.
  const bundleRequire = Object.assign(
    id => (id.startsWith('.') ? load(join(folder, id)) : nodeRequire(id)),
    nodeRequire,
  );
  const run = scriptOf(path).runInThisContext();
  run.call(module.exports, module.exports, bundleRequire, module, path, folder);
  return module.exports;
};

function scriptOf(path) {
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`;
  const cachedData = readBytecode(path);
  const script = new Script(source, { filename: path, cachedData });
  // Another version of V8 rejects the bytecode and compiles the source.
  if (cachedData === undefined || script.cachedDataRejected) compiled.set(path, script);
  return script;
}

const bytecodePath = path => `${path}.bytecode`;

/** Returns undefined if there is no bytecode or if it is older than the bundle. */
function readBytecode(path) {
  try {
    return statSync(bytecodePath(path)).mtimeMs >= statSync(path).mtimeMs
      ? readFileSync(bytecodePath(path))
      : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the bytecode after startup, because V8 compiles functions when they first run. */
subscribe('nameyard.started', () => {
  for (const [path, script] of compiled) {
    const draft = `${bytecodePath(path)}.${process.pid}`;
    try {
      writeFileSync(draft, script.createCachedData());
      renameSync(draft, bytecodePath(path));
    } catch {
      return rmSync(draft, { force: true }); // The folder is read-only.
    }
  }
  compiled.clear();
});
