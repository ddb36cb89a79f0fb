/**
 * `npm test`: makes the checkout ready, then everything that must hold, cheapest first.
 * `npm test -- orders` runs only the tests whose path has "orders" in it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from '../apps/cli/prepare.mjs';

const root = join(import.meta.dirname, '..');
const bin = name => join(root, 'node_modules/.bin', name);
const chosen = process.argv.slice(2);

const CHECKS = [
  ['types', bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
  ['types of the portal', bin('tsc'), ['--noEmit', '-p', 'apps/portal']],
  ['lint', bin('oxlint'), ['--quiet']],
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['the law between modules', bin('depcruise'), ['--config', '.dependency-cruiser.mjs', 'apps', 'libs']],
  ['unused code', bin('knip'), []],
  ['OpenAPI documents', process.execPath, ['test/openapi/lint.mjs']],
];

prepare();
const failed = chosen.length === 0 ? CHECKS.filter(check => !passes(check)).map(([name]) => name) : [];
const tests = runTests();
report();

function passes([name, command, args]) {
  const started = performance.now();
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n${status === 0 ? '' : stdout}`);
  return status === 0;
}

function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-results-'));
  const results = join(folder, 'results.json');
  const args = [bin('jest'), '-c', 'test/jest.config.mjs', '--json', `--outputFile=${results}`, ...chosen];
  // Jest loads ES modules through Node's vm modules, which Node still calls experimental.
  const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    return { status, ...JSON.parse(readFileSync(results, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report() {
  const { status, numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = tests;
  if (failed.length > 0) process.stdout.write(`\nNot in order: ${failed.join(', ')}.\n`);
  if (numRuntimeErrorTestSuites > 0) process.stdout.write(`${numRuntimeErrorTestSuites} test files could not run.\n`);
  for (const [reason, count] of skippedByReason()) process.stdout.write(`${count} skipped: ${reason}\n`);
  process.stdout.write(
    `\n${numPassedTests} passed, ${numFailedTests + failed.length + numRuntimeErrorTestSuites} failed, ${numPendingTests} skipped\n`,
  );
  const whole = status === 0 && failed.length === 0 && numPassedTests > 0;
  process.exit(whole ? 0 : 1);
}

/** Counts the skipped tests by the reason that `describeWith` in support/requirements.ts put into a title around them. */
function skippedByReason() {
  const counts = new Map();
  for (const { status, ancestorTitles } of tests.testResults.flatMap(file => file.assertionResults)) {
    if (status !== 'pending') continue;
    const [, reason = 'not selected'] = /\(skipped: (.+)\)/.exec(ancestorTitles.join(' ')) ?? [];
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}
