import { FAULTS, type Client, WORLDS } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;
let developer: PortalClient;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
});

const create = (body: object = {}) => developer.post(tenantPath(client, '/worlds'), body);
const list = async () => (await developer.get(tenantPath(client, '/worlds'))).body.data.worlds;
const end = (slug: string) => developer.delete(tenantPath(client, `/worlds/${slug}`));

describe('a world in the portal', () => {
  it('is created with a key that has the default limit', async () => {
    const { status, body } = await create({ name: 'renewals', ttl: 'PT5M' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      tenant: expect.stringMatching(/^w-[a-z0-9]{16}$/),
      name: 'renewals',
      key: expect.stringMatching(/^ny_sandbox_/),
      limit: 60,
    });
    const { tenant, key } = body.data;
    const world = sandbox.integrator({ tenant: { slug: tenant } } as Client, { key: { id: '' }, value: key });
    await world.register('shop.com');
    expect(await list()).toMatchObject([{ tenant, name: 'renewals', orders: 1, registrations: 1 }]);
    expect(await client.statusOf('shop.com')).toBe('available');
  });

  it('has a lower limit on request, and no higher one', async () => {
    expect((await create({ limit: 7 })).body.data.limit).toBe(7);
    const response = await create({ limit: 61 });
    expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', ['limit']]);
    expect(response.text).toContain('at most 60, the default limit of API keys');
  });

  it('can be a copy of its tenant', async () => {
    await client.register('shop.com');
    const slug = (await create({ from: 'copy' })).body.data.tenant;
    const { body } = await developer.get(`tenants/${slug}/domains`);
    expect(body.data.domains).toMatchObject([{ domain: 'shop.com' }]);
  });

  it('is opened like a tenant by developers of its tenant, and by no others', async () => {
    const world = await sandbox.world(client, { name: 'renewals', ttl: 'PT5M' });
    const path = tenantPath(world);
    expect((await developer.get(path)).body.data).toMatchObject({
      slug: world.tenant.slug,
      name: 'renewals',
      parent: { slug: client.tenant.slug, name: client.tenant.slug },
      expires_at: (await list())[0].expires_at,
    });
    expect(outcomeOf(await developer.put(`${path}/clock`, { mode: 'running' }))).toBe('200');
    const stranger = await sandbox.person({ role: 'developer', tenants: [await sandbox.tenant()] });
    expect(outcomeOf(await stranger.get(path))).toBe('404 TENANT_NOT_FOUND');
    expect(outcomeOf(await stranger.delete(tenantPath(client, `/worlds/${world.tenant.slug}`)))).toBe(
      '404 TENANT_NOT_FOUND',
    );
  });

  it('has sandbox keys only', async () => {
    const world = await sandbox.world(client);
    const add = (scope: string) => developer.post(tenantPath(world, '/keys'), { name: 'CI', scope });
    const refused = await add('live');
    expect([outcomeOf(refused), fieldsOf(refused)]).toEqual(['422 VALIDATION_FAILED', ['scope']]);
    expect(outcomeOf(await add('sandbox'))).toBe('201');
    expect(outcomeOf(await developer.post(tenantPath(client, '/keys'), { name: 'CI', scope: 'live' }))).toBe('201');
  });

  it('is hidden from the list of tenants', async () => {
    await sandbox.world(client);
    const { body } = await developer.get('tenants');
    expect(body.data.tenants.map(({ slug }: { slug: string }) => slug)).toEqual([client.tenant.slug]);
    expect((await developer.get(tenantPath(client))).body.data).toMatchObject({ parent: null, expires_at: null });
  });

  it('is no longer found when it has ended', async () => {
    const world = await sandbox.world(client);
    const { slug } = world.tenant;
    expect((await end(slug)).body.data).toEqual({ tenant: slug, removed: true });
    expect(outcomeOf(await world.search({ domain: 'example.com' }))).toBe('401 API_KEY_INVALID');
    expect(outcomeOf(await developer.get(tenantPath(world)))).toBe('404 TENANT_NOT_FOUND');
    expect(outcomeOf(await end(slug))).toBe('404 WORLD_NOT_FOUND');
    expect(await list()).toEqual([]);
  });

  it('cannot be created or ended while test control is off', async () => {
    const world = await sandbox.world(client);
    const operator = await sandbox.person({ role: 'operator' });
    await operator.patch(tenantPath(client), { control: false });
    const refused = [await create(), await end(world.tenant.slug)];
    expect(refused.map(outcomeOf)).toEqual(['403 CONTROL_DISABLED', '403 CONTROL_DISABLED']);
    expect(await list()).toHaveLength(1);
  });

  it.each([{ ttl: 'PT59S' }, { expires_in: 'PT1H' }])('is refused with %j', async body => {
    const response = await create(body);
    expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', Object.keys(body)]);
  });

  it('has its requests in the log of its tenant, under the key of all worlds', async () => {
    const world = await sandbox.world(client);
    await world.search({ domain: 'only-in-the-world.com' });
    await client.search({ domain: 'not-in-the-world.com' });
    const domainsOf = async (path: string) =>
      (await developer.get(path)).body.data.requests.map(({ domain }: { domain: string | null }) => domain);
    await eventually(async () =>
      expect(await domainsOf(tenantPath(client, '/requests?key=worlds'))).toEqual(['only-in-the-world.com']),
    );
    expect(await domainsOf(tenantPath(world, '/requests'))).toEqual(['only-in-the-world.com']);
    expect((await client.get(WORLDS)).body.data.worlds).toHaveLength(1);
  });
});

describe('a fault of a world in the portal', () => {
  it('applies to the world only', async () => {
    const world = await sandbox.world(client);
    await developer.post(tenantPath(world, '/faults'), { fault: { kind: 'error', code: 'RATE_LIMITED' } });
    expect(outcomeOf(await client.search({ domain: 'example.com' }))).toBe('200');
    expect(outcomeOf(await world.search({ domain: 'example.com' }))).toBe('429 RATE_LIMITED');
    expect((await world.get(FAULTS)).body.data.faults).toMatchObject([{ used: 1, remaining: 0 }]);
  });
});
