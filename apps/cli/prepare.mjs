/**
 * Installs dependencies and builds, each only if it is out of date. Plain JavaScript without dependencies, because it runs
 * before they are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const MIN_NODE = [20, 19];

/** Exits the process if a step fails. */
export function prepare() {
  checkNodeVersion();
  if (!isInstalled()) {
    // `npm ci` would reject a lock file without binaries for other platforms that a registry does not have.
    log('Installing dependencies (once; about a minute) …');
    run(
      'npm',
      ['install', '--no-save', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'],
      'npm could not install the dependencies',
    );
  }
  const sources = describeSources();
  if (sources !== readStamp()) {
    log('Building …');
    for (const [args, failure] of BUILD) run(process.execPath, args, failure);
    writeFileSync(stamp, sources);
  }
}

/** The steps of `npm run build`, without the startup time of npm. */
const BUILD = [
  [['node_modules/@nestjs/cli/bin/nest.js', 'build'], 'Compilation failed'],
  [['apps/bundle.mjs'], 'Bundling failed'],
  [['node_modules/vite/bin/vite.js', 'build', 'apps/portal', '--logLevel', 'warn'], 'The build of the portal failed'],
  [
    ['node_modules/vite/bin/vite.js', 'build', 'apps/api/docs/browser', '--logLevel', 'warn'],
    'The build of the documentation site failed',
  ],
];

const ROOT_FILES = ['tsconfig.json', 'nest-cli.json', 'package-lock.json', 'CHANGELOG.md'];

const stamp = join(root, 'dist/.built-from');

function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  fail(`Nameyard needs Node.js ${MIN_NODE.join('.')} or later; this is ${process.versions.node}.`);
}

/** npm writes its copy of the lock file last, so that an incomplete installation is detected. */
function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed) || !existsSync(join(root, 'node_modules/typescript'))) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** Path, modification time and size of all sources: faster to compute than a hash. */
function describeSources() {
  const files = [...ROOT_FILES, ...filesBelow('apps'), ...filesBelow('libs')];
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

function readStamp() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
}

/** Redirects output to standard error, because standard output belongs to the command that runs afterwards. */
function run(command, args, failure) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail(`${failure}; see above.`);
}

function log(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  log(text);
  process.exit(1);
}
