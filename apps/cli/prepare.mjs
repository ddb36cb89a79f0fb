/**
 * Makes a checkout ready to run: installs what package-lock.json names and compiles the sources, each only when it is
 * out of date. Plain JavaScript without dependencies, for it runs before there are any.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const LEAST_NODE = [20, 19];

/** @returns {void} after dependencies and dist/ are what the checkout says; ends the process when that fails */
export function prepare() {
  demandNode();
  if (!isInstalled()) {
    // Not `npm ci`: it refuses a lock file that lacks a binary for some other platform which a registry does not have.
    say('Installing dependencies (once; about a minute) …');
    run(
      'npm',
      ['install', '--no-save', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'],
      'npm could not install the dependencies',
    );
  }
  const sources = describeSources();
  if (sources !== builtFrom()) {
    say('Building …');
    for (const [args, complaint] of BUILD) run(process.execPath, args, complaint);
    writeFileSync(stamp, sources);
  }
}

/** What `npm run build` does, without the half second that npm takes. */
const BUILD = [
  [['node_modules/@nestjs/cli/bin/nest.js', 'build'], 'the sources do not compile'],
  [['apps/bundle.mjs'], 'what was compiled cannot be bundled'],
  [['node_modules/vite/bin/vite.js', 'build', 'apps/portal', '--logLevel', 'warn'], 'the portal cannot be built'],
];

const stamp = join(root, 'dist/.built-from');

function demandNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  fail(`Nameyard needs Node.js ${LEAST_NODE.join('.')} or later; this is ${process.versions.node}.`);
}

/** npm writes its own copy of the lock file last, so that a broken install is never taken for a whole one. */
function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed) || !existsSync(join(root, 'node_modules/typescript'))) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** Path, time and size of everything that is compiled: quick to gather, and different as soon as anything is. */
function describeSources() {
  const files = ['tsconfig.json', 'nest-cli.json', 'package-lock.json', ...filesBelow('apps'), ...filesBelow('libs')];
  return files
    .sort()
    .map(file => {
      const { mtimeMs, size } = statSync(join(root, file));
      return `${file} ${mtimeMs} ${size}`;
    })
    .join('\n');
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function builtFrom() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
}

/** What the tools say goes to standard error: standard output belongs to the command that was asked for. */
function run(command, args, complaint) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail(`${complaint}; see above.`);
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}
