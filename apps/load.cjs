/**
 * Loads the bundle together with the bytecode that V8 made of it when it was first run: to compile ten megabytes anew is
 * two fifths of a start. From 22.1 on Node can do this by itself (module.enableCompileCache), but 20 cannot.
 */
const { subscribe } = require('node:diagnostics_channel');
const { readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

/** What was loaded, by its path; and of that what had to be compiled. */
const loaded = new Map();
const compiled = new Map();

/** What a file of the bundle exports. */
exports.load = function load(path) {
  const known = loaded.get(path);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const folder = dirname(path);
  const others = createRequire(path);
  // A path leads to another file of the bundle, a name into node_modules.
  const find = Object.assign(id => (id.startsWith('.') ? load(join(folder, id)) : others(id)), others);
  const run = scriptOf(path).runInThisContext();
  run.call(module.exports, module.exports, find, module, path, folder);
  return module.exports;
};

function scriptOf(path) {
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`;
  const cachedData = keptOf(path);
  const script = new Script(source, { filename: path, cachedData });
  // Another V8 rejects it; nothing is lost then but time.
  if (cachedData === undefined || script.cachedDataRejected) compiled.set(path, script);
  return script;
}

const placeOf = path => `${path}.bytecode`;

/** Nothing, too, when the bundle was made anew since. */
function keptOf(path) {
  try {
    return statSync(placeOf(path)).mtimeMs >= statSync(path).mtimeMs ? readFileSync(placeOf(path)) : undefined;
  } catch {
    return undefined;
  }
}

/** Only now has everything run that a start consists of, and V8 compiles what runs. */
subscribe('nameyard.runs', () => {
  for (const [path, script] of compiled) {
    const draft = `${placeOf(path)}.${process.pid}`;
    try {
      writeFileSync(draft, script.createCachedData());
      renameSync(draft, placeOf(path));
    } catch {
      return rmSync(draft, { force: true }); // a folder that this user may not write to
    }
  }
  compiled.clear();
});
