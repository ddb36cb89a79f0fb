import { runCliJson, type Environment, runCli, newKey, startService, type Service } from '../processes/nameyard.js';
import type { ServiceClient } from '../processes/client.js';
import type { KeyFacts } from '../processes/keys.js';
import type { Login } from '../processes/client.js';
import { temporaryFolder } from '../support/paths.js';
import { Program } from '../processes/program.js';
import { eventually } from '../support/eventually.js';

const env: Environment = { DATA_DIR: temporaryFolder() };
let service: Service;

beforeAll(async () => {
  service = await startService(env);
});

/** A second is all that a change may take to hold. */
async function expectSoon(call: () => Promise<{ code: string }>, code: string): Promise<void> {
  await eventually(async () => expect((await call()).code).toBe(code), 1_000);
}

/** A key that is about to expire and has not yet: with more time when the command that made it took most of it. */
async function keyThatPasses(ms: number): Promise<KeyFacts & { expires: string }> {
  const expires = new Date(Date.now() + ms).toISOString();
  const made = await newKey(env, 'demo', '--expires', expires).catch((error: unknown) => {
    if (Date.now() < Date.parse(expires)) throw error;
  });
  return made && Date.now() < Date.parse(expires) - 1_500 ? { ...made, expires } : keyThatPasses(2 * ms);
}

describe('a key that is made beside a running service', () => {
  let key: KeyFacts;
  let client: ServiceClient;

  it('works at once, for a tenant as new as itself', async () => {
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
    const { stdout } = await runCli(['keys', 'list', '--tenant', 'acme', '--json'], env);
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ id: key.id, name: 'CI', status: 'active' })]);
    expect(stdout).not.toContain(key.key.slice(15, 43));
  });

  it('loses a permission: 403 within a second, for that alone', async () => {
    const changed = await runCliJson(['keys', 'set', key.id, '--permissions', 'sandbox.search'], env);
    expect(changed).toMatchObject({ id: key.id, permissions: ['sandbox.search'], limit: 50 });
    await expectSoon(() => client.order('two.com'), 'PERMISSION_DENIED');
    expect((await client.search('example.com')).code).toBe('ok');
  });

  it('has its limit lowered: 429 within a second', async () => {
    expect(await runCliJson(['keys', 'set', key.id, '--limit', '2'], env)).toMatchObject({ id: key.id, limit: 2 });
    await expectSoon(() => client.search('example.com'), 'RATE_LIMITED');
  });

  it('is revoked: 401 within a second', async () => {
    expect(await runCliJson(['keys', 'revoke', key.id], env)).toMatchObject({ id: key.id, status: 'revoked' });
    await expectSoon(() => client.search('example.com'), 'API_KEY_INVALID');
  });

  it('is refused from the moment it expires', async () => {
    const { expires, ...passingKey } = await keyThatPasses(4_000);
    const passing = service.client(passingKey);
    expect((await passing.search('example.com')).code).toBe('ok');
    await eventually(async () => expect((await passing.search('example.com')).code).toBe('API_KEY_INVALID'));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
  });
});

describe('somebody who is given an account beside a running service', () => {
  let ada: Login & { id: string };

  it('logs in with the password that was shown', async () => {
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

  it('is listed without it', async () => {
    const { stdout } = await runCli(['users', 'list', '--json'], env);
    const emails = (JSON.parse(stdout) as Login[]).map(({ email }) => email);
    expect(emails).toEqual(['ada@example.com', 'operator@nameyard.test']);
    expect(stdout).not.toContain(ada.password);
    expect(stdout).not.toMatch(/argon2|password/);
  });

  it('logs in with a new password at once, although failed logins had locked the account', async () => {
    for (let n = 0; n < 5; n++) expect(await service.client().logIn({ ...ada, password: 'wrong' })).toBe(401);
    expect(await service.client().logIn(ada)).toBe(429);
    const { password } = await runCliJson<Login>(['users', 'reset-password', 'Ada@example.com'], env);
    expect(await service.client().logIn(ada)).toBe(401);
    expect(await service.client().logIn({ ...ada, password })).toBe(200);
    ada = { ...ada, password };
  });

  it('is kept from logging in, until it is allowed again', async () => {
    expect(await runCliJson(['users', 'disable', ada.id], env)).toMatchObject({ id: ada.id, disabled: true });
    expect(await service.client().logIn(ada)).toBe(401);
    expect(await runCliJson(['users', 'enable', 'ada@example.com'], env)).toMatchObject({
      id: ada.id,
      disabled: false,
    });
    expect(await service.client().logIn(ada)).toBe(200);
  });
});

describe('a command beside a running service', () => {
  it('switches the live registrar on and off, within a second', async () => {
    const client = service.client(await newKey(env, 'demo', '--scope', 'live'));
    expect((await client.searchLive('example.com')).code).toBe('REGISTRAR_DISABLED');
    const turned = await runCliJson(['registrar', 'on', '--reason', 'a drill'], env);
    expect(turned).toMatchObject({ state: 'on', reason: 'a drill', changed_by: expect.stringMatching(/^cli:/) });
    await expectSoon(() => client.searchLive('example.com'), 'REGISTRAR_NOT_CONNECTED');
    expect(await runCliJson(['registrar', 'off', '--reason', 'over'], env)).toMatchObject({ state: 'off' });
    await expectSoon(() => client.searchLive('example.com'), 'REGISTRAR_DISABLED');
  });

  it('prints nothing but its JSON value through npm, too', async () => {
    const program = new Program('npm', ['run', 'cli', '--', 'tenants', 'list', '--json'], env, { detached: true });
    const { stdout, code } = await program.exited;
    expect(code).toBe(0);
    // Lines that begin with ">" are npm's own; `npm --silent` leaves them out.
    const lines = stdout.split('\n').filter(line => line !== '' && !line.startsWith('> '));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject([{ slug: 'acme' }, { slug: 'demo' }]);
  });

  it('finds everything up to date', async () => {
    expect(await runCliJson(['migrate'], env)).toEqual({ migrations: [] });
  });
});
