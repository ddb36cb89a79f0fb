import { TenantCache, Tenants } from '#tenancy';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { appliesImmediately } from '../support/repeat-when-slow.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let operator: PortalClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  operator = await sandbox.person({ role: 'operator' });
});

describe('tenants', () => {
  it('are created by operators and listed for their members', async () => {
    const given = { slug: 'acme', name: 'Acme Domains', currency: 'EUR', host: 'Shop.Acme.example' };
    const { body, status } = await operator.post('tenants', given);
    expect(status).toBe(201);
    const acme = {
      ...given,
      host: 'shop.acme.example',
      suspended: false,
      control: true,
      created_at: expect.any(String),
      facades: ['dnsimple', 'cloudflare'],
    };
    expect(body.data).toEqual(acme);
    const other = await sandbox.tenant();
    const developer = await sandbox.person({ role: 'developer', tenants: [other] });
    const slugsOf = async (user: PortalClient) =>
      ((await user.get('tenants')).body.data.tenants as { slug: string }[]).map(({ slug }) => slug);
    expect(await slugsOf(operator)).toEqual(expect.arrayContaining(['acme', other.tenant.slug]));
    expect(await slugsOf(developer)).toEqual([other.tenant.slug]);
  });

  it('have USD and their slug as default currency and name', async () => {
    const { body } = await operator.post('tenants', { slug: 'plain', name: null, currency: null, host: null });
    expect(body.data).toMatchObject({ name: 'plain', currency: 'USD', host: null });
  });

  it('are found at once after requests that did not find them', async () => {
    const found: unknown[] = [];
    for (let number = 0; number < 30; number++) {
      const slug = `created-${number}`;
      expect((await operator.get(`tenants/${slug}`)).status).toBe(404);
      await sandbox.app.get(Tenants).create({ slug }, TESTER);
      found.push(await sandbox.app.get(TenantCache).get(slug));
    }
    expect(found).not.toContain(null);
  });

  it('reject invalid fields', async () => {
    await operator.post('tenants', { slug: 'twice', host: 'twice.example.com' });
    const responses = [
      await operator.post('tenants', { slug: 'twice' }),
      await operator.post('tenants', { slug: 'thrice', host: 'TWICE.example.com' }),
      await operator.post('tenants', { slug: 'No Slug' }),
      await operator.post('tenants', { slug: 'ok', host: 'https://x' }),
      await operator.post('tenants', { slug: 'ok', currency: 'XXX' }),
      await operator.post('tenants', {}),
    ];
    expect(responses.map(outcomeOf)).toEqual([
      '409 TENANT_EXISTS',
      '409 TENANT_EXISTS',
      '422 INVALID_SLUG',
      '422 INVALID_HOST',
      '422 VALIDATION_FAILED',
      '422 VALIDATION_FAILED',
    ]);
  });
});

describe('suspended tenant', () => {
  it('has its keys rejected until it is resumed', async () => {
    await appliesImmediately(async change => {
      const client = await sandbox.tenant();
      const other = await sandbox.tenant();
      const clients = [client, await sandbox.key(client.tenant)];
      const search = async (outcome: string) => {
        for (const one of clients) expect(outcomeOf(await one.search({ domain: 'example.com' }))).toBe(outcome);
      };
      await search('200');
      const { body } = await change(() => operator.patch(tenantPath(client), { suspended: true }));
      expect(body.data).toMatchObject({ slug: client.tenant.slug, suspended: true });
      await search('401 API_KEY_INVALID');
      expect((await other.search({ domain: 'example.com' })).status).toBe(200);
      await change(() => operator.patch(tenantPath(client), { suspended: false, name: 'Back again' }));
      await search('200');
    });
    expect((await operator.get('tenants')).text).toContain('Back again');
  });

  it('is still visible in the portal as suspended', async () => {
    const client = await sandbox.tenant();
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await operator.patch(tenantPath(client), { suspended: true });
    expect((await developer.get('tenants')).body.data.tenants).toMatchObject([{ suspended: true }]);
    expect((await developer.get(tenantPath(client, '/keys'))).status).toBe(200);
    expect(outcomeOf(await developer.patch(tenantPath(client), { suspended: false }))).toBe('403 OPERATORS_ONLY');
  });
});

describe('kill switch', () => {
  const setSwitch = (state: unknown, confirm: unknown, reason: unknown = 'a drill') =>
    operator.post('registrar', { state, reason, confirm });

  it('is off on a new installation and visible to everyone', async () => {
    const developer = await sandbox.person({ role: 'developer', tenants: [await sandbox.tenant()] });
    for (const user of [operator, developer])
      expect((await user.get('registrar')).body.data).toEqual({
        state: 'off',
        reason: null,
        changed_by: null,
        changed_at: null,
        connected: false,
      });
    expect((await operator.get('registrar/history')).body.data).toEqual({ entries: [], next: null });
  });

  it('takes effect with a confirmation and a reason', async () => {
    const live = await sandbox.tenant({ scope: 'live' });
    const call = async () =>
      outcomeOf(await live.raw({ path: '/api/v1/registrar/domains/search', body: { domain: 'example.com' } }));
    expect(await call()).toBe('503 REGISTRAR_DISABLED');
    await appliesImmediately(async change => {
      const { body } = await change(() => setSwitch('on', 'ON', ' the contract is signed '));
      expect(body.data).toMatchObject({
        state: 'on',
        reason: 'the contract is signed',
        changed_by: operator.credentials.email,
      });
      expect(await call()).toBe('503 REGISTRAR_NOT_CONNECTED');
      await change(() => setSwitch('off', 'OFF'));
      expect(await call()).toBe('503 REGISTRAR_DISABLED');
    });
  });

  it('rejects a wrong confirmation and a missing reason', async () => {
    const responses = [
      await setSwitch('on', 'OFF'),
      await setSwitch('on', 'on'),
      await setSwitch('on', undefined),
      await setSwitch('on', 'ON', '  '),
      await setSwitch('on', 'ON', null),
      await setSwitch('up', 'ON'),
    ];
    expect(responses.map(outcomeOf)).toEqual(Array.from(responses, () => '422 VALIDATION_FAILED'));
    expect(responses.map(fieldsOf)).toEqual([['confirm'], ['confirm'], ['confirm'], ['reason'], ['reason'], ['state']]);
    expect((await operator.get('registrar')).body.data.state).toBe('off');
  });

  it('has a paginated history', async () => {
    for (let n = 0; n < 3; n++) await setSwitch('off', 'OFF', `round ${n}`);
    const first = (await operator.get('registrar/history?limit=2')).body.data;
    expect(first.entries.map(({ reason }: { reason: string }) => reason)).toEqual(['round 2', 'round 1']);
    const second = (await operator.get(`registrar/history?limit=2&before=${first.next}`)).body.data;
    expect(second.entries[0]).toMatchObject({
      state: 'off',
      reason: 'round 0',
      changed_by: operator.credentials.email,
    });
  });
});
