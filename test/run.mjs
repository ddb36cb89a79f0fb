/** `npm test`: installs, builds, runs the static checks, then the tests. See `npm test -- --help`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from '../apps/cli/prepare.mjs';

const HELP = `Usage: npm test [-- [options] [patterns]]

Installs dependencies and builds if needed, then runs the static checks and the tests, except those that only a release
needs: \`npm run test:release\` runs these. With arguments, it skips the checks and passes the arguments to Jest.

  npm test                            all checks, and all tests except those of test:release
  npm run test:release                packages, examples, clients in other languages, collections, restored backups, docker compose,
                                      three machines, processes killed after each commit, generated and malformed requests,
                                      explorations of shops, documented commands, regular expressions
  npm test -- orders                  tests whose path contains "orders"
  npm test -- orders -t '409'         tests in these files whose name contains "409"

Environment:
  REQUIRE_SERVICES=1   fail instead of skipping tests when a program is missing
  REQUIRE_COMPOSE=1    fail instead of skipping the tests of docker compose
  UPDATE_GOLDEN=1      rewrite the files in test/golden
  FUZZ_SEED, FUZZ_TIMES, FUZZ_REPORT   see test/README.md
`;

const root = join(import.meta.dirname, '..');
const bin = name => join(root, 'node_modules/.bin', name);
/** TypeScript 7 takes a third of the time of TypeScript 6, which the build needs for Nest's compiler plugin. */
const TSC = join(root, 'node_modules/@typescript/native/bin/tsc');
const isRelease = process.argv[2] === '--release';
const args = process.argv.slice(isRelease ? 3 : 2);

/**
 * Tests that only a release needs: they install packages, compile other languages, start containers, run all documented
 * commands, or try thousands of cases.
 */
const RELEASE_TESTS = [
  'test/architecture/regular-expressions',
  'test/cli/documentation',
  'test/clients/',
  'test/collections/',
  'test/deploy/api-schemas',
  'test/docs/languages',
  'test/explore/exploring',
  'test/facades/clients/',
  'test/faults/compose',
  'test/faults/highly-available',
  'test/faults/killed-after-commit',
  'test/fuzz/',
  'test/packages/',
  'test/registrar/killed',
  'test/testing/(examples|testcontainers)',
  'test/upgrade/restored',
  'test/webhooks/receivers-of-documentation',
];

const CHECKS = [
  ['types', process.execPath, [TSC, '--noEmit']],
  ['types of the portal', process.execPath, [TSC, '--noEmit', '-p', 'apps/portal']],
  ['format', bin('oxfmt'), ['--check']],
  ['OpenAPI documents', process.execPath, ['test/openapi/lint.mjs']],
  ['module boundaries', bin('depcruise'), ['--config', '.dependency-cruiser.mjs', 'apps', 'libs']],
  ['unused code', bin('knip'), []],
  ['lint', bin('oxlint'), ['--quiet']],
];

if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(HELP);
  process.exit();
}
await prepare();
const runsAll = args.length === 0;
// Many tests wait, so the checks take little time beside them.
report(...(await Promise.all([runsAll && !isRelease ? runChecks() : [], runTests()])));

/** Runs the checks one after the other; returns the names of the failed ones. */
async function runChecks() {
  const failed = [];
  for (const check of CHECKS) if (!(await passes(check))) failed.push(check[0]);
  return failed;
}

async function passes([name, command, args]) {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text));
  const status = await exitOf(child);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n${status === 0 ? '' : output}`);
  return status === 0;
}

function exitOf(child) {
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-results-'));
  const results = join(folder, 'results.json');
  const jest = [
    // Five workers leave no core idle for the garbage collectors of the others; this saves a tenth of their CPU time.
    '--single-threaded-gc',
    bin('jest'),
    '-c',
    'test/jest.config.mjs',
    '--json',
    `--outputFile=${results}`,
    ...args,
    ...selection(),
  ];
  // Jest needs Node's vm modules to load ES modules, which Node still calls experimental.
  const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
  const status = await exitOf(
    spawn(process.execPath, jest, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  try {
    return { status, ...JSON.parse(readFileSync(results, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function selection() {
  if (!runsAll) return [];
  return isRelease
    ? RELEASE_TESTS
    : ['/node_modules/', ...RELEASE_TESTS].flatMap(path => ['--testPathIgnorePatterns', path]);
}

function report(failedChecks, tests) {
  const { status, numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = tests;
  if (failedChecks.length > 0) process.stdout.write(`\nFailed checks: ${failedChecks.join(', ')}\n`);
  if (numRuntimeErrorTestSuites > 0)
    process.stdout.write(`Test files that could not run: ${numRuntimeErrorTestSuites}\n`);
  for (const [reason, count] of skippedByReason(tests)) process.stdout.write(`${count} skipped: ${reason}\n`);
  const failed = numFailedTests + failedChecks.length + numRuntimeErrorTestSuites;
  process.stdout.write(`\n${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped\n`);
  process.exit(status === 0 && failedChecks.length === 0 && numPassedTests > 0 ? 0 : 1);
}

/** Counts skipped tests by the reason that `describeWith` in support/requirements.ts adds to their titles. */
function skippedByReason({ testResults }) {
  const counts = new Map();
  for (const { status, ancestorTitles } of testResults.flatMap(file => file.assertionResults)) {
    if (status !== 'pending') continue;
    const [, reason = 'not selected'] = /\(skipped: (.+?)\)/.exec(ancestorTitles.join(' ')) ?? [];
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}
