/**
 * Lints the OpenAPI documents of test/golden, which a test keeps equal to the served ones. Redocly checks both; Spectral,
 * which takes half a minute for both, only that of the API. Installs them first if they are missing or outdated. Prints
 * only what is wrong.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const API = '../golden/openapi.json';
const PORTAL = '../golden/portal-openapi.json';
const LINTERS = [
  ['spectral', ['lint', '--quiet', '--ruleset', '.spectral.yaml', '--fail-severity', 'hint', API]],
  ['redocly', ['lint', '--config', 'redocly.yaml', '--max-problems', '1000', API, PORTAL]],
];
// Redocly would send usage data and look for new versions.
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const install = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
if (!isInstalled() && !run('npm', install)) process.exit(1);
const results = LINTERS.map(([linter, args]) => run(join(here, 'node_modules/.bin', linter), args));
if (results.includes(false)) process.exitCode = 1;

function isInstalled() {
  const [installed, wanted] = ['node_modules/.package-lock.json', 'package-lock.json'].map(file =>
    statSync(join(here, file), { throwIfNoEntry: false }),
  );
  return installed !== undefined && installed.mtimeMs >= wanted.mtimeMs;
}

/** Runs a command and returns whether it succeeded; prints its output only if it failed. */
function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: here, env, encoding: 'utf8' });
  if (status === 0) return true;
  process.stdout.write(error ? `${error.message}\n` : stdout + stderr);
  return false;
}
