import {
  runCli,
  runCliJson,
  type Environment,
  runCommand,
  newKey,
  startService,
  type Service,
} from '../processes/nameyard.js';
import type { ServiceClient } from '../processes/client.js';
import type { CreatedKey } from '../processes/keys.js';
import type { Login } from '../processes/client.js';
import { folderWithPostgres } from '../processes/postgres.js';
import { Program } from '../processes/program.js';
import { Agent } from '../mcp/agent.js';
import { eventually } from '../support/eventually.js';
import { appliesImmediately } from '../support/repeat-when-slow.js';

const env: Environment = { DATA_DIR: folderWithPostgres() };
let service: Service;

beforeAll(async () => {
  service = await startService(env);
});

/** Creates a key that expires soon, with more time if the command itself took too long. */
async function expiringKey(ms: number): Promise<CreatedKey & { expires: string }> {
  const expires = new Date(Date.now() + ms).toISOString();
  const made = await newKey(env, 'demo', '--expires', expires).catch((error: unknown) => {
    if (Date.now() < Date.parse(expires)) throw error;
  });
  return made && Date.now() < Date.parse(expires) - 1_500 ? { ...made, expires } : expiringKey(2 * ms);
}

describe('key created while the service runs', () => {
  let key: CreatedKey;
  let client: ServiceClient;

  it('works immediately for a new tenant', async () => {
    const tenant = await runCliJson(['tenants', 'create', 'acme', '--name', 'Acme Ltd'], env);
    expect(tenant).toMatchObject({
      slug: 'acme',
      name: 'Acme Ltd',
      currency: 'USD',
      id: expect.stringMatching(/^ten_/),
    });
    key = await newKey(env, 'acme', '--name', 'CI', '--limit', '50');
    expect(key).toMatchObject({ id: expect.stringMatching(/^key_/), name: 'CI', limit: 50, scope: 'sandbox' });
    expect(key.key).toMatch(/^ny_sandbox_[0-9A-Za-z]{38}$/);
    client = service.client(key);
    const response = await client.order('one.com');
    expect([response.code, response.headers['x-ratelimit-limit']]).toEqual(['ok', '50']);
  });

  it('is listed without its value', async () => {
    const { stdout } = await runCommand(['keys', 'list', '--tenant', 'acme', '--json'], env);
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ id: key.id, name: 'CI', status: 'active' })]);
    expect(stdout).not.toContain(key.key.slice(15, 43));
  });

  /** Creates a key and uses it three times, so that the service has cached it. */
  async function usedKey(): Promise<{ id: string; client: ServiceClient }> {
    const { id, ...credentials } = await newKey(env, 'acme', '--limit', '50');
    const client = service.client(credentials);
    for (let n = 0; n < 3; n++) expect((await client.search('example.com')).code).toBe('ok');
    return { id, client };
  }

  it('is denied a removed permission immediately', () =>
    appliesImmediately(async change => {
      const { id, client } = await usedKey();
      const changed = await change(() => runCliJson(['keys', 'set', id, '--permissions', 'sandbox.search'], env));
      expect(changed).toMatchObject({ id, permissions: ['sandbox.search'], limit: 50 });
      expect((await client.order('two.com')).code).toBe('PERMISSION_DENIED');
      expect((await client.search('example.com')).code).toBe('ok');
    }));

  it('is limited by a lowered limit immediately', () =>
    appliesImmediately(async change => {
      const { id, client } = await usedKey();
      const changed = await change(() => runCliJson(['keys', 'set', id, '--limit', '2'], env));
      expect(changed).toMatchObject({ id, limit: 2 });
      expect((await client.search('example.com')).code).toBe('RATE_LIMITED');
    }));

  it('keeps working after its expiry is removed', async () => {
    const { expires: _expires, ...temporary } = await expiringKey(60_000);
    const changed = await runCliJson(['keys', 'set', temporary.id, '--expires', 'never'], env);
    expect(changed).toMatchObject({ id: temporary.id, expires_at: null });
    expect((await service.client(temporary).search('example.com')).code).toBe('ok');
  });

  it('is rejected after it expires', async () => {
    const { expires, ...shortLivedKey } = await expiringKey(4_000);
    const shortLived = service.client(shortLivedKey);
    expect((await shortLived.search('example.com')).code).toBe('ok');
    await eventually(async () => expect((await shortLived.search('example.com')).code).toBe('API_KEY_INVALID'));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
  });
});

describe('account created while the service runs', () => {
  let ada: Login & { id: string };

  it('can log in with the printed password', async () => {
    ada = await runCliJson(
      ['users', 'create', '--email', 'ada@example.com', '--role', 'developer', '--tenant', 'demo'],
      env,
    );
    expect(ada).toMatchObject({
      id: expect.stringMatching(/^usr_/),
      password: expect.stringMatching(/^[a-z2-9-]{23}$/),
      role: 'developer',
      tenants: [{ slug: 'demo' }],
    });
    expect(await service.client().logIn(ada)).toBe(200);
  });

  it('is listed without the password', async () => {
    const { stdout } = await runCommand(['users', 'list', '--json'], env);
    const emails = (JSON.parse(stdout) as Login[]).map(({ email }) => email);
    expect(emails).toEqual(['ada@example.com', 'operator@nameyard.test']);
    expect(stdout).not.toContain(ada.password);
    expect(stdout).not.toMatch(/argon2|password/);
  });

  it('can log in with a reset password although failed logins had locked it', async () => {
    for (let n = 0; n < 5; n++) expect(await service.client().logIn({ ...ada, password: 'wrong' })).toBe(401);
    expect(await service.client().logIn(ada)).toBe(429);
    const { password } = await runCliJson<Login>(['users', 'reset-password', 'Ada@example.com'], env);
    expect(await service.client().logIn(ada)).toBe(401);
    expect(await service.client().logIn({ ...ada, password })).toBe(200);
    ada = { ...ada, password };
  });

  it('has access tokens, which are listed and revoked, and become invalid when the password changes', async () => {
    const call = (path: string, body: object, cookie = '') =>
      fetch(`${service.origin}/portal/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: cookie },
        body: JSON.stringify(body),
      });
    const { email, password } = ada;
    const cookie = (await call('session', { email, password })).headers.getSetCookie()[0]!;
    for (const name of ['Terraform', 'Reports'])
      expect((await call('tokens', { name, read_only: true, current: password }, cookie)).status).toBe(201);
    const { stdout } = await runCommand(['users', 'tokens', email], env);
    expect(stdout).toMatch(/pat_\w+ +Reports +ny_pat_.+ all +read +active/);
    const [, oldest] = await runCliJson<{ id: string }[]>(['users', 'tokens', email], env);
    const revoked = await runCliJson(['users', 'revoke-token', email, '--token', oldest!.id], env);
    expect(revoked).toMatchObject({ name: 'Terraform', status: 'revoked' });
    const reset = await runCliJson<Login>(['users', 'reset-password', email], env);
    expect(reset).toMatchObject({ revoked_tokens: 1 });
    ada = { ...ada, password: reset.password };
  });

  it('gets links to set a password', async () => {
    const email = ['--email', 'grace@example.com', '--role', 'operator'];
    const url = ['--url', 'https://sandbox.example.com/'];
    const invited = await runCliJson(['users', 'invite', ...email, ...url], env);
    expect(invited).toMatchObject({
      kind: 'invitation',
      url: expect.stringMatching(/^https:\/\/sandbox\.example\.com\/portal\/invitation#[\w-]{43}$/),
      mail: null,
    });
    const { stdout } = await runCommand(['users', 'reset-link', 'ada@example.com'], env);
    expect(stdout).toMatch(/^\S+\/portal\/reset-password#[\w-]{43}\n\n.*ada@example\.com/);
    expect(new URL(stdout.split('\n')[0]!).origin).toBe(service.origin);
    expect(await runCliJson(['users', 'revoke-link', 'ada@example.com'], env)).toMatchObject({ kind: 'reset' });
    expect(await runCliJson(['users', 'disable', 'grace@example.com'], env)).toMatchObject({ disabled: true });
  });

  it('cannot log in while disabled', async () => {
    expect(await runCliJson(['users', 'disable', ada.id], env)).toMatchObject({ id: ada.id, disabled: true });
    expect(await service.client().logIn(ada)).toBe(401);
    expect(await runCliJson(['users', 'enable', 'ada@example.com'], env)).toMatchObject({
      id: ada.id,
      disabled: false,
    });
    expect(await service.client().logIn(ada)).toBe(200);
  });
});

describe('command while the service runs', () => {
  it('turns the live registrar on and off immediately', async () => {
    const client = service.client(await newKey(env, 'demo', '--scope', 'live'));
    expect((await client.searchLive('example.com')).code).toBe('REGISTRAR_DISABLED');
    await appliesImmediately(async change => {
      const on = await change(() => runCliJson(['registrar', 'on', '--reason', 'a drill'], env));
      expect(on).toMatchObject({ state: 'on', reason: 'a drill', changed_by: expect.stringMatching(/^cli:/) });
      expect((await client.searchLive('example.com')).code).toBe('REGISTRAR_NOT_CONNECTED');
      const off = await change(() => runCliJson(['registrar', 'off', '--reason', 'over'], env));
      expect(off).toMatchObject({ state: 'off' });
      expect((await client.searchLive('example.com')).code).toBe('REGISTRAR_DISABLED');
    });
  });

  it('names the ID of a system user that has no name', async () => {
    const script = `import os from 'node:os';
      import { syncBuiltinESMExports } from 'node:module';
      os.userInfo = () => { throw new Error('no such user'); };
      syncBuiltinESMExports();`;
    const nameless = { ...env, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` };
    const { stdout } = await runCli(['registrar', 'on', '--reason', 'a drill', '--json'], nameless);
    expect(JSON.parse(stdout)).toMatchObject({ changed_by: `cli:uid ${process.getuid!()}` });
    await runCliJson(['registrar', 'off', '--reason', 'over'], env);
  });

  it('adds credit for live orders, and sets the daily limit', async () => {
    const credited = ['registrar', 'credit', '--tenant', 'demo', '--amount', '250.50', '--reason', 'invoice 7'];
    expect(await runCliJson(credited, env)).toMatchObject({ credit: 250.5, available: 250.5, daily_limit: 100 });
    const limited = ['registrar', 'limit', '--tenant', 'demo', '--daily', '20'];
    expect(await runCliJson(limited, env)).toMatchObject({ credit: 250.5, daily_limit: 20 });
    expect(await runCliJson(['registrar', 'orders'], env)).toEqual({ orders: [] });
  });

  it('prints only its JSON value through npm', async () => {
    const program = new Program('npm', ['run', 'cli', '--', 'tenants', 'list', '--json'], env, { detached: true });
    const { stdout, code } = await program.exited;
    expect(code).toBe(0);
    // Lines that begin with ">" are printed by npm; `npm --silent` omits them.
    const lines = stdout.split('\n').filter(line => line !== '' && !line.startsWith('> '));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject([{ slug: 'acme' }, { slug: 'demo' }]);
  });

  it('share links lead to the running service, or to the given one', async () => {
    const share = (...options: string[]) =>
      runCliJson<{ urls: string[] }>(['storefront', 'share', '--tenant', 'demo', ...options], env);
    const [url = ''] = (await share()).urls;
    expect(new URL(url)).toMatchObject({ hostname: 'demo.localhost', port: new URL(service.origin).port });
    const given = await share('--url', 'https://sandbox.example.com');
    expect(new URL(given.urls[0]!).origin).toBe('https://demo.localhost');
  });

  it('storefront shows that the default tenant of the embedded PostgreSQL has a public one', async () => {
    expect(await runCliJson(['storefront', 'show', '--tenant', 'demo'], env)).toMatchObject({ access: 'public' });
  });

  it('mcp calls the running service', async () => {
    const { key } = await newKey(env);
    const agent = await Agent.start({ ...env, NAMEYARD_KEY: key });
    expect(await agent.use('search_domain', { domain: 'mcp-finds-it.com' })).toMatchObject({ status: 'available' });
  });

  it('doctor finds no problem in a healthy installation', async () => {
    const { code, stdout } = await runCommand(['doctor'], env);
    const lines = stdout.trimEnd().split('\n');
    expect({ code, lines: lines.filter(line => !line.startsWith('ok ')) }).toEqual({ code: 0, lines: [] });
    expect(lines).toContainEqual(expect.stringMatching(/^ok +processes +1 process runs: .+, api and worker\.$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ok +notifications +A notification returned after \d+ ms\.$/));
  });

  it('reports that all migrations have run', async () => {
    expect(await runCliJson(['migrate'], env)).toEqual({ migrations: [] });
  });
});
