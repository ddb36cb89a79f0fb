import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { blocksOf, read } from '../cli/documented.js';
import { CLIENT_TARBALL, NAMEYARD_TARBALL, packOnce } from '../packages/tarballs.js';
import { postgresProcesses, processTree, runningProcesses } from '../processes/process-table.js';
import { type Exit, Program } from '../processes/program.js';
import { eventually, waitFor } from '../support/eventually.js';
import { ROOT, temporaryFolder } from '../support/paths.js';
import { CHROMIUM, describeWith } from '../support/requirements.js';

const WORKERS = 8;

/** A copy of examples/, with both packages installed from their tarballs. */
let examples: string;
/** Servers create their data here. */
let temporary: string;
/** A program that has started a server with the kit, and how the examples reach it. */
let server: Program;
let shared: Record<string, string>;

beforeAll(async () => {
  const folder = temporaryFolder();
  examples = join(folder, 'examples');
  temporary = temporaryFolder();
  await packOnce();
  for (const tarball of [CLIENT_TARBALL, NAMEYARD_TARBALL])
    cpSync(tarball, join(folder, 'dist/packages', basename(tarball)));
  cpSync(join(ROOT, 'examples'), examples, { recursive: true, filter: file => !file.includes('node_modules') });
  expectSuccess(await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], examples));
  await startServer();
});

/** One server for all examples but those that start their own, because starts are expensive. */
async function startServer(): Promise<void> {
  const script = `require('nameyard/testing').startNameyard().then(({ baseUrl, tenant, apiKey }) => {
    console.log(JSON.stringify({ NAMEYARD_URL: baseUrl, NAMEYARD_TENANT: tenant, NAMEYARD_KEY: apiKey }));
    setInterval(() => {}, 1_000);
  });`;
  const options = { cwd: join(examples, 'jest'), detached: true };
  server = new Program(process.execPath, ['-e', script], environment(), options);
  await server.waitForOutput('\n');
  shared = JSON.parse(server.stdout) as typeof shared;
}

/** Playwright refuses to run in a worker of Jest. */
const environment = () => ({ TMPDIR: temporary, CI: '1', NO_COLOR: '1', CHROMIUM, JEST_WORKER_ID: undefined });

function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): Promise<Exit> {
  return new Program(command, args, { ...environment(), ...env }, { cwd }).exited;
}

function expectSuccess({ code, stdout, stderr }: Exit): string {
  if (code !== 0) throw new Error(`It exited with code ${code}:\n${stdout}${stderr}`);
  return stdout;
}

const npmTest = async (example: string, env: Record<string, string>, ...args: string[]) =>
  expectSuccess(await run('npm', ['test', '--silent', '--', ...args], join(examples, example), env));

/** The folders of servers that have not removed their data. */
const dataFolders = () => readdirSync(temporary).filter(name => name.startsWith('nameyard-data-'));

/** The code of the page about the test kit, in its order. */
const [kit = '', vitestConfig = '', vitestTest = '', playwrightConfig = '', playwrightFixtures = ''] = blocksOf(
  read('libs/testing/README.md'),
  'ts',
);
const [jestConfig = '', jestTest = ''] = blocksOf(read('libs/testing/README.md'), 'js');

/** Adds a file to an example. */
const write = (path: string, content: string) => writeFileSync(join(examples, path), content);

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
  // Of the runners that start a server.
  afterAll(() => eventually(() => expect(dataFolders()).toHaveLength(1)));

  it('shop: Fastify', async () => {
    expect(await npmTest('shop', shared)).toMatch(/Tests +6 passed/);
  });

  it('shop: an exploration finds nothing', async () => {
    const [, command] = blocksOf(read('examples/shop/README.md'), 'sh');
    const { code, stdout } = await run('sh', ['-c', `${command!.trim()} --minutes 0.3`], join(examples, 'shop'));
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^0 findings in \d+ plans/m)]);
  });

  it(`vitest: ${WORKERS} parallel workers share one server`, async () => {
    const barrier = temporaryFolder();
    for (let worker = 1; worker <= WORKERS; worker++) write(`vitest/worker-${worker}.test.ts`, workerTest(barrier));
    write('vitest/vitest.config.ts', vitestConfig);
    write('vitest/documented.test.ts', vitestTest);
    const output = await npmTest('vitest', {}, `--maxWorkers=${WORKERS}`);
    expect(output).toMatch(new RegExp(`Tests +${3 + WORKERS} passed`));
    const servers = readdirSync(barrier).map(worker => readFileSync(join(barrier, worker), 'utf8'));
    expect(servers).toEqual(Array.from({ length: WORKERS }, () => expect.stringMatching(/^http:.*\/api\/v1$/)));
    expect(new Set(servers).size).toBe(1);
  });

  it('adapters: Upmind and FOSSBilling', async () => {
    expect(await npmTest('adapters', shared)).toMatch(/Tests +7 passed/);
  });

  it('jest', async () => {
    write('jest/jest.config.js', jestConfig);
    write('jest/documented.test.js', jestTest);
    const { code, stderr } = await run('npm', ['test', '--silent'], join(examples, 'jest'), shared);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Tests:       4 passed')]);
  });

  it.each([
    ['jest', 'js', `const world = require('nameyard/jest').useWorld();\nconst it = test;`],
    [
      'vitest',
      'ts',
      `import { fixtures } from 'nameyard/vitest';\nimport { expect, test } from 'vitest';
      const it = test.extend(fixtures);`,
    ],
  ])(
    '%s: prints what happened in the world of a failed test, and keeps it on demand',
    async (runner, ending, setUp) => {
      write(
        `${runner}/failing.test.${ending}`,
        `${setUp}
      it('fails', async ${runner === 'jest' ? '()' : '({ world })'} => {
        const tested = ${runner === 'jest' ? 'world()' : 'world'};
        await tested.fault({ match: { operation: 'search' }, fault: { kind: 'error', code: 'RATE_LIMITED' } });
        await tested.fault({ match: { operation: 'renew' }, fault: { kind: 'reset' } });
        await tested.client.domains.search('my-shop.com');
        throw new Error('on purpose');
      });`,
      );
      const env = { ...shared, NAMEYARD_KEEP: '1' };
      const { code, stdout, stderr } = await run(
        'npm',
        ['test', '--silent', '--', 'failing'],
        join(examples, runner),
        env,
      );
      const output = stdout + stderr;
      expect(code).not.toBe(0);
      for (const line of [
        /1\. search my-shop\.com 429 RATE_LIMITED fault flt_\w+ \(error;code=RATE_LIMITED;phase=before\)/,
        /2\. search my-shop\.com 200/,
        /Deliveries: none/,
        /Faults that did not fire:\s+1\. flt_\w+ reset;phase=before for operation=renew: 0 of 1/,
        /Story in the portal: http:\/\/127\.0\.0\.1:\d+\/portal\/t\/[\w-]+\/worlds\/w-\w+/,
        /The world is kept for a day: http:\/\/127\.0\.0\.1:\d+\/portal\/t\/w-\w+/,
      ])
        expect(output).toMatch(line);
      const [, tenant] = /What happened in the world (\S+):/.exec(output)!;
      const { NAMEYARD_URL, NAMEYARD_TENANT, NAMEYARD_KEY } = shared as Record<string, string>;
      const headers = { Authorization: `Bearer ${NAMEYARD_KEY}`, 'X-Tenant': NAMEYARD_TENANT! };
      const listed = await fetch(`${NAMEYARD_URL}/sandbox/control/worlds`, { headers });
      const { data } = (await listed.json()) as { data: { worlds: { tenant: string; expires_at: string }[] } };
      const kept = data.worlds.find(world => world.tenant === tenant)!;
      expect(Date.parse(kept.expires_at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
      rmSync(join(examples, runner, `failing.test.${ending}`));
    },
  );

  it('the quick start of the test kit', async () => {
    // With the server that runs already.
    const script = kit.replaceAll('startNameyard', 'connectNameyard');
    write('jest/quick-start.mjs', script);
    const output = expectSuccess(await run(process.execPath, ['quick-start.mjs'], join(examples, 'jest'), shared));
    expect(output).toMatch(/^\d{4}-\S+Z\ndomain\.expiring, domain\.expired\n$/);
  });
});

describeWith('chromium', 'the example for Playwright', () => {
  it('drives the shop in a browser', async () => {
    expect(await npmTest('playwright', shared)).toContain('2 passed');
  });

  it('has the configuration of the page about the test kit, which starts a server', async () => {
    const test = `${playwrightFixtures}
      test('searches in a world', async ({ nameyard, world }) => {
        expect(world.baseUrl).toBe(nameyard.baseUrl);
        expect((await world.client.domains.search('my-shop.com')).status).toBe('available');
      });`;
    mkdirSync(join(examples, 'playwright/documented'));
    write('playwright/documented/playwright.config.ts', playwrightConfig);
    write('playwright/documented/search.spec.ts', test);
    expect(await npmTest('playwright', {}, '--config', 'documented')).toContain('1 passed');
  });
});

describe('nothing is left', () => {
  /** The processes of a program, with those of PostgreSQL. */
  const familyOf = ({ pid }: Program): number[] => {
    const tree = processTree(pid);
    expect(postgresProcesses(tree).length).toBeGreaterThan(0);
    return tree;
  };
  const expectEnd = async (tree: number[], folders: number) => {
    await waitFor('all processes to end', () => runningProcesses(tree).length === 0);
    expect(dataFolders()).toHaveLength(folders);
  };

  it('after kill -9 of a test runner that started the server', async () => {
    write(
      'jest/hangs.test.js',
      `const world = require('nameyard/jest').useWorld();
      test('hangs', async () => {
        process.stdout.write(\`the test runs in \${world().tenant}\\n\`);
        await new Promise(() => {});
      }, 600_000);`,
    );
    const jest = [join(examples, 'node_modules/jest/bin/jest.js'), 'hangs'];
    const runner = new Program(process.execPath, jest, environment(), { cwd: join(examples, 'jest') });
    await runner.waitForOutput('the test runs');
    expect(dataFolders()).toHaveLength(2);
    const tree = familyOf(runner);
    runner.signal('SIGKILL');
    await expectEnd(tree, 1);
  });

  it('after Ctrl-C', async () => {
    const tree = familyOf(server);
    server.signalGroup('SIGINT');
    await expectEnd(tree, 0);
  });
});
