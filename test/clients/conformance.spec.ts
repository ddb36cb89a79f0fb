import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Sandbox, sharedWebhookSandbox } from '../support/sandbox.js';
import { temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { compileClient, JAVA_CLIENT } from './java.js';
import { type Played, problemsOf, ROWS } from './rows.js';
import { startStub } from './stub.js';
import { playRows } from './typescript.js';

const run = promisify(execFile);
const CASES = join(temporaryFolder(), 'cases.json');
let sandbox: Sandbox;

writeFileSync(CASES, JSON.stringify(ROWS));

/** Some rows add webhook receivers with local addresses. */
beforeAll(async () => void (sandbox = await sharedWebhookSandbox()));

/** Plays all rows, and fails with the differences. */
async function conforms(language: string, play: (env: Record<string, string>) => Promise<Played[]>) {
  const stub = await startStub(ROWS);
  try {
    const { tenant, key } = await sandbox.tenant({ limit: 100_000 });
    const played = await play({
      NAMEYARD_URL: `${sandbox.origin}/api/v1`,
      NAMEYARD_TENANT: tenant.slug,
      NAMEYARD_KEY: key.value,
      NAMEYARD_STUB: stub.origin,
    });
    const failures = ROWS.map((row, index) => {
      const outcome = played.find(each => each.row === index);
      const problems = outcome ? problemsOf(row, outcome, stub.requestsOf(index)) : ['not played'];
      return { row: row.name, problems };
    }).filter(({ problems }) => problems.length > 0);
    process.stderr.write(`${language}: ${ROWS.length - failures.length} of ${ROWS.length} rows passed\n`);
    expect(failures).toEqual([]);
  } finally {
    await stub.stop();
  }
}

describe('the table of cases', () => {
  it('has at least 80 rows with different names', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(80);
    expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length);
  });

  it('is played by the TypeScript client', () => conforms('TypeScript', env => playRows(ROWS, env)));
});

/** Plays all rows with the runner of a language. */
const runs = (language: string, cwd: string, command: string, ...args: string[]) =>
  conforms(language, async env => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await run(command, [...args, CASES], options);
    return stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Played);
  });

describeWith('go', 'the Go client', () => {
  it('plays the table of cases', () => runs('Go', 'libs/client-go', 'go', 'run', './conformance'));
});

describeWith('python3', 'the Python client', () => {
  it('plays the table of cases', () =>
    runs('Python', 'libs/client-python', 'env', 'PYTHONPATH=src', 'python3', '-B', 'conformance/main.py'));
});

describeWith('phpunit', 'the PHP client', () => {
  it('plays the table of cases', () => runs('PHP', 'libs/client-php', 'php', 'conformance/main.php'));
});

describeWith('javac', 'the Java client', () => {
  it('plays the table of cases', async () =>
    runs('Java', JAVA_CLIENT, 'java', '-cp', await compileClient(), 'Conformance'));
});
