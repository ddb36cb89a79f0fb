import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ServiceClient } from '../processes/client.js';
import { makeKey } from '../processes/keys.js';
import { CLI, freePort, temporaryFolder } from '../support/paths.js';
import { folderWithPostgres } from '../processes/postgres.js';
import { Program } from '../processes/program.js';
import { startService, type Service } from '../processes/nameyard.js';

const bash = (script: string) => promisify(execFile)('bash', ['-c', script], { timeout: 60_000 });

describe('start in an empty directory', () => {
  const dataDir = temporaryFolder();
  let first: Service;
  let registered: string;

  it('prints the base URL, the tenant, the key and the documentation URL', async () => {
    first = await startService({ DATA_DIR: dataDir });
    const { stdout } = first.program;
    expect(first.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(first.key).toMatch(/^ny_sandbox_[0-9A-Za-z]{38}$/);
    expect(stdout).toMatch(/^ +tenant +demo$/m);
    expect(stdout).toContain(`${first.origin}/docs`);
    expect(await first.client().statusOf('/docs/')).toBe(200);
    expect(await first.client().statusOf('/health/ready')).toBe(200);
  });

  it('prints a listen command for the key', () => {
    expect(first.program.stdout).toMatch(
      new RegExp(`^  listen {5}DATA_DIR='${dataDir}' npm run cli -- listen --tenant demo --key ${first.key} `, 'm'),
    );
  });

  it('prints the portal URL and a working login', async () => {
    const [, email = '', password = ''] = /log in as (\S+), password (\S+) /.exec(first.program.stdout) ?? [];
    expect(first.program.stdout).toContain(`${first.origin}/portal\n`);
    expect(email).toBe('operator@nameyard.test');
    expect(await first.client().logIn({ email, password })).toBe(200);
  });

  it('prints a working purchase as curl commands', async () => {
    const lines = first.program.stdout.split('\n').filter(line => line.includes('curl '));
    expect(lines).toHaveLength(3);
    const { stdout } = await bash(`{ ${lines.join('\n')}\n } 2>&1 | cat`);
    const responses = stdout.split('\n').filter(line => line.startsWith('{'));
    const data = responses.map(response => (JSON.parse(response) as { data: Record<string, unknown> }).data);
    const states = data.map(({ status, domain_status }) => [status, domain_status]);
    expect(states).toEqual([
      ['available', undefined],
      ['created', undefined],
      ['paid', 'registered'],
    ]);
    registered = String(data[1]?.['domain']);
  });

  it('restarts with all its data, does not print the key again, and prints log lines for people', async () => {
    await first.program.end();
    const second = await startService({ DATA_DIR: dataDir, LOG_LEVEL: 'info' });
    const client = second.client({ key: first.key, tenant: 'demo' });
    const { body } = await client.search(registered);
    expect(body.data).toMatchObject({ query: registered, status: 'taken' });
    expect(second.program.stdout).not.toContain(first.key.slice(0, 20));
    expect(second.program.stdout).toContain('keys create --tenant demo');
    expect(second.program.stdout).not.toContain('log in as');
    expect(second.program.stdout).toContain('users reset-password operator@nameyard.test');
    // Log lines for people are between its text.
    expect(second.program.stdout).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: metrics are available/m);
    expect(second.program.stdout).not.toMatch(/^\{/m);
    expect((await second.program.end('SIGINT')).code).toBe(0);
  });

  it('never stores the key in plain text', async () => {
    const { stdout } = await bash(`grep -rl ${first.key.slice(11, 43)} ${dataDir} || true`);
    expect(stdout).toBe('');
  });
});

describe('start in a container', () => {
  it('prints JSON lines, and is ready only when the first key and the first operator of its settings work', async () => {
    const [port, key] = [await freePort(), makeKey('sandbox')];
    const login = { email: 'first@example.com', password: 'a password that is long' };
    const program = new Program(process.execPath, [CLI, 'start'], {
      DATA_DIR: folderWithPostgres(),
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PORT: String(port),
      METRICS_PORT: String(await freePort()),
      DEFAULT_TENANT: 'acme',
      SERVICE_NAME: 'yard',
      DEFAULT_RATE_LIMIT: '3',
      BOOTSTRAP_API_KEY: key,
      BOOTSTRAP_OPERATOR_EMAIL: login.email,
      BOOTSTRAP_OPERATOR_PASSWORD: login.password,
    });
    const client = new ServiceClient(`http://127.0.0.1:${port}`, { key, tenant: 'acme' });
    const deadline = performance.now() + 60_000;
    const checkDeadline = () => {
      if (performance.now() > deadline)
        throw new Error(`not ready within a minute: ${program.stdout}${program.stderr}`);
    };
    // The service listens half a second after this line.
    for (; !program.stdout.includes('tables created'); await sleep(1)) checkDeadline();
    // Polls without a pause: only a few milliseconds lie between listening and the first key.
    while ((await client.statusOf('/health/ready').catch(() => 0)) !== 200) checkDeadline();
    const [first, status] = [await client.search('example.com'), await client.logIn(login)];
    expect([first.status, status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({ meta: { source: 'yard-sandbox' }, data: { meta: { source: 'yard-sandbox' } } });
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'ratelimit-policy': '"default";q=3;w=60' });
    const further = await Promise.all([1, 2, 3].map(() => client.search('example.com')));
    expect(further.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    const { stdout } = await program.end();
    expect(stdout).not.toContain(login.password);
    expect(stdout).toMatch(/^\{"level":"info",.*"msg":"metrics are available"\}$/m);
  });
});
