import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CLIENT_TARBALL, NAMEYARD_TARBALL, packOnce } from '../packages/tarballs.js';
import { postgresProcesses, processTree, runningProcesses } from '../processes/process-table.js';
import { type Exit, Program } from '../processes/program.js';
import { eventually, waitFor } from '../support/eventually.js';
import { ROOT, temporaryFolder } from '../support/paths.js';
import { CHROMIUM, describeWith } from '../support/requirements.js';

const WORKERS = 8;

/** A copy of examples/, with both packages installed from their tarballs. */
let examples: string;
/** The server creates its data here. */
let temporary: string;

beforeAll(async () => {
  const folder = temporaryFolder();
  examples = join(folder, 'examples');
  temporary = temporaryFolder();
  await packOnce();
  for (const tarball of [CLIENT_TARBALL, NAMEYARD_TARBALL])
    cpSync(tarball, join(folder, 'dist/packages', basename(tarball)));
  cpSync(join(ROOT, 'examples'), examples, { recursive: true, filter: file => !file.includes('node_modules') });
  expectSuccess(await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], examples));
});

/** Playwright refuses to run in a worker of Jest. */
const environment = () => ({ TMPDIR: temporary, CI: '1', NO_COLOR: '1', CHROMIUM, JEST_WORKER_ID: undefined });

function run(command: string, args: string[], cwd: string): Promise<Exit> {
  return new Program(command, args, environment(), { cwd }).exited;
}

function expectSuccess({ code, stdout, stderr }: Exit): string {
  if (code !== 0) throw new Error(`It exited with code ${code}:\n${stdout}${stderr}`);
  return stdout;
}

const npmTest = async (example: string, ...args: string[]) =>
  expectSuccess(await run('npm', ['test', '--silent', '--', ...args], join(examples, example)));

/** The folders of servers that have not removed their data. */
const dataFolders = () => readdirSync(temporary).filter(name => name.startsWith('nameyard-data-'));

/** A test of one worker, which waits until all workers have a world. */
const workerTest = (barrier: string) => `
import { readdirSync, writeFileSync } from 'node:fs';
import { fixtures } from 'nameyard/vitest';
import { test as base, expect, vi } from 'vitest';

base.extend(fixtures)('sells the same domain in each world', async ({ nameyard, world }) => {
  writeFileSync(${JSON.stringify(barrier)} + '/' + process.pid, nameyard.baseUrl);
  await vi.waitFor(() => expect(readdirSync(${JSON.stringify(barrier)})).toHaveLength(${WORKERS}), 30_000);
  const { domains } = world.client;
  const owner = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
  const receiver = await world.receiver();
  const { order_id } = await domains.order({ domain: 'my-shop.com', years: 1, owner });
  await domains.checkout({ order_id, payment: { method: 'test', reference: 'invoice-1' } });
  await receiver.next('domain.registered', { domain: 'my-shop.com' });
  await world.verify({ request: { operation: 'checkout' }, times: 1 });
  expect(receiver.events).toHaveLength(1);
}, 60_000);
`;

it('recognizes errors of the kit by the classes of the client', async () => {
  const script = `const { ConnectionError, NameyardError } = require('@nameyard/client');
    const { connectNameyard, StartError, startNameyard } = require('nameyard/testing');
    (async () => {
      const nameyard = await connectNameyard({ baseUrl: 'http://127.0.0.1:9/api/v1', tenant: 'demo', apiKey: 'key' });
      const error = await nameyard.world().catch(error => error);
      console.log(Object.getPrototypeOf(error) === ConnectionError.prototype, error instanceof ConnectionError);
      const failed = await startNameyard({ env: { PORT: 'x' } }).catch(error => error);
      console.log(failed instanceof StartError, failed instanceof NameyardError, failed instanceof ConnectionError);
    })();`;
  const output = expectSuccess(await run(process.execPath, ['-e', script], join(examples, 'jest')));
  expect(output).toBe('false true\ntrue true false\n');
});

describe('the examples', () => {
  afterEach(() => eventually(() => expect(dataFolders()).toEqual([])));

  it('shop: Fastify', async () => {
    expect(await npmTest('shop')).toMatch(/Tests +5 passed/);
  });

  it(`vitest: ${WORKERS} parallel workers share one server`, async () => {
    const barrier = temporaryFolder();
    for (let worker = 1; worker <= WORKERS; worker++)
      writeFileSync(join(examples, `vitest/worker-${worker}.test.ts`), workerTest(barrier));
    expect(await npmTest('vitest', `--maxWorkers=${WORKERS}`)).toMatch(new RegExp(`Tests +${2 + WORKERS} passed`));
    const servers = readdirSync(barrier).map(worker => readFileSync(join(barrier, worker), 'utf8'));
    expect(servers).toEqual(Array.from({ length: WORKERS }, () => expect.stringMatching(/^http:.*\/api\/v1$/)));
    expect(new Set(servers).size).toBe(1);
  });

  it('jest', async () => {
    const { code, stderr } = await run('npm', ['test', '--silent'], join(examples, 'jest'));
    expect([code, stderr]).toEqual([0, expect.stringContaining('Tests:       3 passed')]);
  });
});

describeWith('chromium', 'the example for Playwright', () => {
  it('drives the shop in a browser', async () => {
    expect(await npmTest('playwright')).toContain('2 passed');
    await eventually(() => expect(dataFolders()).toEqual([]));
  });
});

describe('when the test runner ends', () => {
  /** Starts a runner in a process group, and returns its processes when `ready` was printed. */
  async function start(command: string[], cwd: string) {
    const [program = '', ...args] = command;
    const runner = new Program(program, args, environment(), { cwd: join(examples, cwd), detached: true });
    await runner.waitForOutput('the test runs');
    const tree = processTree(runner.pid);
    expect(postgresProcesses(tree).length).toBeGreaterThan(0);
    expect(dataFolders()).toHaveLength(1);
    return { runner, tree };
  }

  const nothingIsLeft = async (tree: number[]) => {
    await waitFor('all processes to end', () => runningProcesses(tree).length === 0);
    expect(dataFolders()).toEqual([]);
  };

  it('leaves nothing behind after kill -9', async () => {
    writeFileSync(
      join(examples, 'shop/test/hangs.test.js'),
      `import { fixtures } from 'nameyard/vitest';
      import { test } from 'vitest';
      test.extend(fixtures)('hangs', async ({ world }) => {
        process.stdout.write(\`the test runs in \${world.tenant}\\n\`);
        await new Promise(() => {});
      }, 600_000);`,
    );
    const vitest = [process.execPath, join(examples, 'node_modules/vitest/vitest.mjs'), 'run', 'hangs'];
    const { runner, tree } = await start(vitest, 'shop');
    runner.signal('SIGKILL');
    await nothingIsLeft(tree);
  });

  it('leaves nothing behind after Ctrl-C', async () => {
    const script = `require('nameyard/testing').startNameyard().then(() => {
      console.log('the test runs');
      setInterval(() => {}, 1_000);
    });`;
    const { runner, tree } = await start([process.execPath, '-e', script], 'jest');
    runner.signalGroup('SIGINT');
    await nothingIsLeft(tree);
  });
});
