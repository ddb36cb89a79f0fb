import { ask, type Environment, newKey, nameyard, startService, type Service } from '../processes/nameyard.js';
import { temporaryFolder } from '../processes/places.js';
import { Program } from '../processes/program.js';
import { eventually } from '../processes/until.js';

const DATA_DIR = temporaryFolder();
const env: Environment = { DATA_DIR };
let service: Service;

beforeAll(async () => {
  service = await startService(env);
});

/** The answer of a search with this key, as soon as it is the one that is expected; a second is all it may take. */
async function expectSoon(call: () => Promise<{ code: string }>, code: string): Promise<void> {
  await eventually(async () => expect((await call()).code).toBe(code), 1_000);
}

describe('commands beside a running service', () => {
  it('open a tenant and make it a key that works at once', async () => {
    const tenant = await ask(['tenants', 'create', 'acme', '--name', 'Acme Ltd'], env);
    expect(tenant).toMatchObject({
      slug: 'acme',
      name: 'Acme Ltd',
      currency: 'USD',
      id: expect.stringMatching(/^ten_/),
    });
    const made = await ask(['keys', 'create', '--tenant', 'acme', '--name', 'CI', '--limit', '7'], env);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^ny_sandbox_\w{38}$/),
      name: 'CI',
      limit: 7,
    });
    const answer = await service.client({ key: String(made['key']), tenant: 'acme' }).search('example.com');
    expect([answer.code, answer.headers['x-ratelimit-limit']]).toEqual(['ok', '7']);
  });

  it('list tenants and keys as one JSON value, without the values of keys', async () => {
    const { key, id } = await newKey(env);
    const tenants = await ask<{ slug: string }[]>(['tenants', 'list'], env);
    expect(tenants.map(({ slug }) => slug)).toContain('demo');
    const { stdout } = await nameyard(['keys', 'list', '--tenant', 'demo', '--json'], env);
    expect((JSON.parse(stdout) as { id: string }[]).map(each => each.id)).toContain(id);
    expect(stdout).not.toContain(key.slice(15, 43));
    expect(stdout).not.toContain(service.key.slice(15, 43));
  });

  it('print nothing but the JSON value through npm, too', async () => {
    const program = new Program('npm', ['run', 'cli', '--', 'tenants', 'list', '--json'], env, { detached: true });
    const { stdout, code } = await program.ended;
    expect(code).toBe(0);
    const lines = stdout.split('\n').filter(line => line !== '' && !line.startsWith('> '));
    expect(lines).toHaveLength(1);
    expect(Array.isArray(JSON.parse(lines[0] ?? ''))).toBe(true);
  });

  it('revoke a key: 401 within a second', async () => {
    const { id, ...credentials } = await newKey(env);
    const client = service.client(credentials);
    expect((await client.search('example.com')).code).toBe('ok');
    expect(await ask(['keys', 'revoke', id], env)).toMatchObject({ id, status: 'revoked' });
    await expectSoon(() => client.search('example.com'), 'API_KEY_INVALID');
  });

  it('take a permission away: 403 within a second', async () => {
    const { id, ...credentials } = await newKey(env);
    const client = service.client(credentials);
    expect((await client.order('one.com')).code).toBe('ok');
    expect(await ask(['keys', 'set', id, '--permissions', 'sandbox.search'], env)).toMatchObject({
      permissions: ['sandbox.search'],
    });
    await expectSoon(() => client.order('two.com'), 'PERMISSION_DENIED');
    expect((await client.search('example.com')).code).toBe('ok');
  });

  it('lower a limit: 429 within a second', async () => {
    const { id, ...credentials } = await newKey(env);
    const client = service.client(credentials);
    for (let call = 1; call <= 3; call++) expect((await client.search('example.com')).code).toBe('ok');
    expect(await ask(['keys', 'set', id, '--limit', '2'], env)).toMatchObject({ id, limit: 2 });
    await expectSoon(() => client.search('example.com'), 'RATE_LIMITED');
  });

  it('switch the live registrar on and off: both hold within a second', async () => {
    const client = service.client(await newKey(env, 'demo', '--scope', 'live'));
    expect((await client.searchLive('example.com')).code).toBe('REGISTRAR_DISABLED');
    expect(await ask(['registrar', 'on', '--reason', 'a drill'], env)).toMatchObject({
      state: 'on',
      reason: 'a drill',
    });
    await expectSoon(() => client.searchLive('example.com'), 'REGISTRAR_NOT_CONNECTED');
    await ask(['registrar', 'off', '--reason', 'over'], env);
    await expectSoon(() => client.searchLive('example.com'), 'REGISTRAR_DISABLED');
  });

  it('refuse a key from the moment it expires', async () => {
    const expires = new Date(Date.now() + 4_000).toISOString();
    const client = service.client(await newKey(env, 'demo', '--expires', expires));
    expect((await client.search('example.com')).code).toBe('ok');
    await eventually(async () => expect((await client.search('example.com')).code).toBe('API_KEY_INVALID'), 5_000);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
  });

  it('find everything up to date', async () => {
    expect(await ask(['migrate'], env)).toEqual({ migrations: [] });
  });
});
