import { SETTINGS, type Settings } from '#platform/process/config';
import { makeKey } from '../processes/keys.js';
import { bootstrap } from '../../apps/cli/bootstrap.js';
import { type Client, ENDPOINTS, SEARCH } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = await sandbox.tenant();
});
afterEach(() => sandbox.clock.reset());

const withHeaders = (headers: Record<string, string | string[] | undefined>) =>
  client.search({ domain: 'example.com' }, headers);

/** A well-formed key that does not exist. */
const UNKNOWN = 'ny_sandbox_00000000000000000000000000000000';

describe('401 API_KEY_REQUIRED', () => {
  it.each(ENDPOINTS)('is returned without a key at %s', async path => {
    const response = await sandbox.call({ path, body: {}, headers: { 'Content-Type': 'application/json' } });
    expect(outcomeOf(response)).toBe('401 API_KEY_REQUIRED');
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Token abc', 'ny_sandbox_x', 'BearerX abc'])(
    'is returned for Authorization: %j',
    async Authorization => {
      expect(outcomeOf(await withHeaders({ Authorization }))).toBe('401 API_KEY_REQUIRED');
    },
  );

  it('is returned for a key in another header, the query or the body', async () => {
    const { value } = client.key;
    const headers = { 'X-Tenant': client.tenant.slug, 'X-Api-Key': value, 'Content-Type': 'application/json' };
    const path = `${SEARCH}?api_key=${value}&access_token=${value}`;
    const response = await sandbox.call({ path, headers, body: { domain: 'example.com', access_token: value } });
    expect(outcomeOf(response)).toBe('401 API_KEY_REQUIRED');
  });
});

describe('BOOTSTRAP_API_KEY', () => {
  it('creates the first key of the default tenant; only another key is reported at a later start', async () => {
    const settings = { ...sandbox.app.get<Settings>(SETTINGS), defaultTenant: 'bootstrapped' };
    const [first, other] = [makeKey('sandbox'), makeKey('sandbox')];
    const start = (bootstrapApiKey: string) => bootstrap(sandbox.app, { ...settings, bootstrapApiKey });
    expect(await start(first)).toMatchObject({ tenant: 'bootstrapped', key: first });
    expect(await start(first)).toEqual({});
    expect((await start(other)).note).toMatch(
      /^BOOTSTRAP_API_KEY was not created, because the tenant bootstrapped has/,
    );
    // DEFAULT_TENANT has changed since.
    const renamed = { ...settings, defaultTenant: 'bootstrapped-later', bootstrapApiKey: first };
    const note =
      'BOOTSTRAP_API_KEY was not created for the tenant bootstrapped-later, because another tenant has it; use keys create instead.';
    expect(await bootstrap(sandbox.app, renamed)).toEqual({ note });
  });
});

describe('the challenge of a 401', () => {
  it.each<[string, object, string]>([
    ['without a key', { Authorization: undefined }, 'Bearer realm="api"'],
    ['with another scheme', { Authorization: 'Basic dXNlcjpwYXNz' }, 'Bearer realm="api"'],
    ['without a tenant', { 'X-Tenant': undefined }, 'Bearer realm="api", error="invalid_request"'],
    ['with an unknown key', { Authorization: `Bearer ${UNKNOWN}` }, 'Bearer realm="api", error="invalid_token"'],
    ['with a fault', { 'Sandbox-Fault': 'error;code=API_KEY_INVALID' }, 'Bearer realm="api", error="invalid_token"'],
  ])('%s names the scheme and the error', async (_, headers, challenge) => {
    const response = await withHeaders(headers as Record<string, string>);
    expect([response.status, response.headers['www-authenticate']]).toEqual([401, challenge]);
  });

  it('names Session, which opens no password dialog, for portal sessions, and Bearer for access tokens', async () => {
    const visitor = sandbox.visitor();
    const challenges = await Promise.all([
      visitor.get('session'),
      visitor.logIn('ada@example.com', 'wrong'),
      visitor.post('session/code', { code: '123456' }),
      visitor.get('tenants', { Authorization: 'Bearer ny_pat_x' }),
    ]);
    expect(challenges.map(({ status, headers }) => [status, headers['www-authenticate']])).toEqual([
      [401, 'Session realm="portal"'],
      [401, 'Session realm="portal"'],
      [401, 'Session realm="portal"'],
      [401, 'Bearer realm="portal", error="invalid_token"'],
    ]);
  });
});

describe('401 TENANT_REQUIRED', () => {
  it.each([undefined, '', '  '])('is returned for X-Tenant: %j', async slug => {
    expect(outcomeOf(await withHeaders({ 'X-Tenant': slug }))).toBe('401 TENANT_REQUIRED');
  });

  it('is returned before the key is checked', async () => {
    const response = await withHeaders({ 'X-Tenant': undefined, Authorization: 'Bearer nonsense' });
    expect(outcomeOf(response)).toBe('401 TENANT_REQUIRED');
  });
});

describe('401 API_KEY_INVALID', () => {
  it('has the same body for every cause and no rate limit headers', async () => {
    const other = await sandbox.tenant();
    const expired = await sandbox.key(client.tenant, { expires: new Date(Date.now() - 1_000) });
    const mistyped = client.key.value.slice(0, -1) + (client.key.value.endsWith('0') ? '1' : '0');
    const tries = {
      malformed: await withHeaders({ Authorization: 'Bearer nonsense' }),
      unknown: await withHeaders({ Authorization: `Bearer ${UNKNOWN}` }),
      mistyped: await withHeaders({ Authorization: `Bearer ${mistyped}` }),
      ofAnotherTenant: await withHeaders({ Authorization: `Bearer ${other.key.value}` }),
      unknownTenant: await withHeaders({ 'X-Tenant': 'nobody-of-that-name' }),
      noSlug: await withHeaders({ 'X-Tenant': 'No Slug!' }),
      long: await withHeaders({ Authorization: `Bearer ${'x'.repeat(8_000)}` }),
      expired: await expired.search({ domain: 'example.com' }),
      twice: await withHeaders({ 'X-Tenant': [client.tenant.slug, other.tenant.slug] }),
    };
    for (const [name, response] of Object.entries(tries)) {
      const names = Object.keys(response.headers).filter(header => !['x-request-id', 'date'].includes(header));
      expect({ name, outcome: outcomeOf(response), text: response.text, names }).toEqual({
        name,
        outcome: '401 API_KEY_INVALID',
        text: tries.unknown.text,
        names: Object.keys(tries.unknown.headers).filter(header => !['x-request-id', 'date'].includes(header)),
      });
      expect(names.filter(header => header.includes('ratelimit'))).toEqual([]);
    }
  });
});

describe('a valid key', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('is accepted with the scheme %s', async scheme => {
    expect((await withHeaders({ Authorization: `${scheme}  ${client.key.value}` })).status).toBe(200);
  });

  it('is accepted until it expires', async () => {
    const guest = await sandbox.key(client.tenant, { expires: new Date(Date.now() + 3_600_000) });
    expect((await guest.search({ domain: 'example.com' })).status).toBe(200);
    sandbox.clock.advance({ minutes: 59 });
    expect((await guest.search({ domain: 'example.com' })).status).toBe(200);
    sandbox.clock.advance({ minutes: 1 });
    expect(outcomeOf(await guest.search({ domain: 'example.com' }))).toBe('401 API_KEY_INVALID');
  });

  it('appears in no response, log line or table', async () => {
    await client.register('secret-keeper.com');
    await withHeaders({ 'X-Request-Id': client.key.value, 'X-Tenant': 'nobody' });
    expect(JSON.stringify(sandbox.log)).not.toContain(client.key.value);
    const rows = await sandbox.rows('SELECT * FROM api_keys.keys');
    expect(JSON.stringify(rows)).not.toContain(client.key.value.slice(15, -10));
  });
});
