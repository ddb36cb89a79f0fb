/**
 * Installs dependencies and builds, each only if it is out of date. Plain JavaScript without dependencies, because it runs
 * before they are installed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgress } from './progress.mjs';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const MIN_NODE = [20, 19];

/** Makes the next command build again. */
export const forgetBuild = () => rmSync(stamp, { force: true });

/** Exits the process if a step fails. */
export async function prepare() {
  checkNodeVersion();
  const install = isInstalled() ? [] : [INSTALL];
  const isBuilt = install.length === 0 && existsSync(join(root, GENERATED)) && describeSources() === readStamp();
  if (!isBuilt) await run([...install, ...BUILD]);
}

/** `npm run build`. Exits the process if a step fails. */
export const build = () => run(BUILD);

const NPM_CI = ['npm', 'ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
const VITE_BUILD = [process.execPath, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];

const INSTALL = ['Installing dependencies', NPM_CI];

const BUILD = [
  ['Generating the client', [process.execPath, 'apps/generate-client.mjs']],
  ['Compiling the server', [process.execPath, 'node_modules/@nestjs/cli/bin/nest.js', 'build']],
  ['Bundling the server', [process.execPath, 'apps/bundle.mjs']],
  ['Building the portal', [...VITE_BUILD, 'apps/portal']],
  ['Building the documentation site', [...VITE_BUILD, 'apps/docs/browser']],
  ['Building the storefronts', [...VITE_BUILD, 'apps/storefront/styles']],
];

const ROOT_FILES = ['tsconfig.json', 'nest-cli.json', 'package-lock.json', 'CHANGELOG.md', 'test/golden/openapi.json'];

/** Build output among the sources. */
const GENERATED = join('libs', 'client', 'generated');

const stamp = join(dist, '.built-from');

/** `npm run pack` writes its packages here. They survive a build. */
const PACKAGES = 'packages';

async function run(steps) {
  const sources = describeSources();
  removeBuild();
  for (const [index, [title, command]] of steps.entries()) {
    const progress = startProgress(`[${index + 1}/${steps.length}] ${title}`);
    const isSuccessful = await execute(command, text => progress.write(text));
    progress.end(isSuccessful);
    if (!isSuccessful) process.exit(1);
  }
  writeFileSync(stamp, sources);
}

function removeBuild() {
  for (const name of existsSync(dist) ? readdirSync(dist) : [])
    if (name !== PACKAGES) rmSync(join(dist, name), { recursive: true });
}

function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  process.stderr.write(`Nameyard needs Node.js ${MIN_NODE.join('.')} or later; this is ${process.versions.node}.\n`);
  process.exit(1);
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
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter(file => !file.startsWith(GENERATED));
}

function readStamp() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
}

/** Runs a command and returns whether it succeeded. */
function execute([command, ...args], write) {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write);
    child.once('error', error => write(`${error.message}\n`));
    child.once('close', status => resolve(status === 0));
  });
}
