import type { PlayedScenario, Scenario } from '#testcontrol/contract';
import { Program } from '../processes/program.js';
import { type Environment, newKey, runCommand, runCliJson, type Service, startService } from '../processes/nameyard.js';
import { waitFor } from '../support/eventually.js';
import { startDatabase } from '../processes/postgres.js';
import { CLI, temporaryFolder } from '../support/paths.js';

const env: Environment = { DATA_DIR: temporaryFolder() };
let service: Service;
let key: string;

beforeAll(async () => {
  env['DATABASE_URL'] = (await startDatabase()).url;
  service = await startService(env);
  ({ key } = await newKey(env));
});

const list = (...args: string[]) => runCliJson<Scenario[]>(['scenario', 'list', ...args], {});
const run = (args: string[], variables: Environment = { NAMEYARD_KEY: key }) =>
  runCommand(['scenario', 'run', ...args, '--url', service.origin], variables);

interface Created {
  /** Slug; only of worlds. */
  tenant?: string;
  created_at: string;
  expires_at: string;
}

/** A function that lists the worlds and rules of a tenant. */
function createdBy(value: string) {
  const headers = { Authorization: `Bearer ${value}`, 'X-Tenant': 'demo' };
  const list = async (name: 'worlds' | 'faults') => {
    const response = await fetch(`${service.origin}/api/v1/sandbox/control/${name}`, { headers });
    const { data } = (await response.json()) as { data: Record<string, Created[]> };
    return data[name]!;
  };
  return async () => (await Promise.all([list('worlds'), list('faults')])).flat();
}

/** Plays all scenarios until one has created a world. */
async function runUntil(created: () => Promise<Created[]>) {
  const args = ['scenario', 'run', '--all', '--url', service.origin];
  const program = new Program(process.execPath, [CLI, ...args], { NAMEYARD_KEY: key });
  const found = await waitFor('a world', async () => {
    const rows = await created();
    return rows.some(({ tenant }) => tenant !== undefined) ? rows : undefined;
  });
  return { program, found };
}

describe('nameyard scenario list', () => {
  it('lists the scenarios of the service, without a running one', async () => {
    const response = await fetch(`${service.origin}/docs/scenarios.json`);
    expect(await list()).toEqual(await response.json());
  });

  it('lists those of an operation with their outcomes', async () => {
    const { code, stdout } = await runCommand(['scenario', 'list', '--operation', 'renew'], {});
    expect(code).toBe(0);
    expect(stdout).toMatch(/^renew\.TERM_TOO_LONG +422 TERM_TOO_LONG +The registration would expire more than/m);
    expect(stdout).toMatch(/^renew\.fault\.reset +connection reset +Nothing happens/m);
    expect(stdout).not.toContain('checkout.');
  });

  it('rejects an unknown operation', async () => {
    const { code, stderr } = await runCommand(['scenario', 'list', '--operation', 'buy'], {});
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/Allowed choices are search, check, order/),
    });
  });
});

describe('nameyard scenario run', () => {
  it('plays the named scenarios, also with the key in the former variable NAMEYARD_API_KEY', async () => {
    const { code, stdout, stderr } = await run(['order.retry', 'search.fault.truncate'], { NAMEYARD_API_KEY: key });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '2 passed, 0 failed\n',
      stderr: '2 of 2 scenarios played\n',
    });
  });

  it('finds the running service through DATABASE_URL', async () => {
    const variables = { DATABASE_URL: env['DATABASE_URL']!, NAMEYARD_KEY: key };
    const { code, stdout } = await runCommand(['scenario', 'run', 'search.taken.word'], variables);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '1 passed, 0 failed\n' });
  });

  it('plays all scenarios of an operation, and prints the results as JSON', async () => {
    const { code, stdout, stderr } = await run(['--operation', 'renew', '--json', '--key', key], {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const results = JSON.parse(stdout) as PlayedScenario[];
    expect(results.map(({ id }) => id)).toEqual((await list('--operation', 'renew')).map(({ id }) => id));
    expect(results.every(({ passed }) => passed)).toBe(true);
  });

  it('shows the expected next to the actual outcome of a failure', async () => {
    const limited = await newKey(env, 'demo', '--permissions', 'sandbox.search');
    const { code, stdout } = await run(['search.taken.word', 'order.DOMAIN_TAKEN.word', 'getOrder.created'], {
      NAMEYARD_KEY: limited.key,
    });
    expect({ code, lines: stdout.trim().split('\n') }).toEqual({
      code: 1,
      lines: [
        'order.DOMAIN_TAKEN.word failed:',
        '  status must be 409, but is 403.',
        '  code must be "DOMAIN_TAKEN", but is "PERMISSION_DENIED".',
        expect.stringMatching(/^expected +actual$/),
        expect.stringMatching(/^409 DOMAIN_TAKEN +403 PERMISSION_DENIED$/),
        '',
        'getOrder.created failed:',
        '  status must be that of a success, but is 403.',
        '  code must be absent, but is "PERMISSION_DENIED".',
        expect.stringMatching(/^expected +actual \(call 0 of given\)$/),
        expect.stringMatching(/^success +403 PERMISSION_DENIED$/),
        '',
        '1 passed, 2 failed',
      ],
    });
  });

  it('removes the worlds and rules that it has created, also after Ctrl-C', async () => {
    const created = createdBy(key);
    expect((await run(['addFault.added', 'search.fault.rule', 'createWorld.created', 'getWorld.empty'])).code).toBe(0);
    expect(await created()).toEqual([]);
    const { program } = await runUntil(created);
    program.signal('SIGINT');
    const { code, stdout } = await program.exited;
    expect([code, stdout]).toEqual([130, '']);
    expect(await created()).toEqual([]);
  });

  it('leaves only worlds and rules that end within a minute when it is killed', async () => {
    const created = createdBy(key);
    const { program, found } = await runUntil(created);
    program.signal('SIGKILL');
    await program.exited;
    for (const { created_at, expires_at } of [...found, ...(await created())])
      expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(60_000);
  });

  it.each([
    [[], 'Name the scenarios to play, or add --all'],
    [['order.nothing'], 'There is no scenario "order.nothing"'],
    [['search.taken.word', '--url', 'sandbox'], 'It must be the address of a service'],
    [['search.taken.word', '--key', 'secret'], 'Malformed API key'],
    [['search.taken.word', '--key', ' '], 'Specify a key with --key or NAMEYARD_KEY'],
    [['search.taken.word', '--url', 'http://127.0.0.1:9'], 'http://127.0.0.1:9 cannot be reached'],
  ])('rejects %j', async (args, message) => {
    const { code, stdout, stderr } = await runCommand(['scenario', 'run', ...args], { NAMEYARD_KEY: key });
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    expect(stderr.trim().split('\n').length).toBeLessThan(3);
  });
});
