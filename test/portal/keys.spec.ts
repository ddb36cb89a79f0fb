import { RecordKeyUse } from '#api-keys';
import type { KeyView } from '#api-keys/contract';
import { ADA, type Client, Client as Integrator } from '../support/client.js';
import { concurrently, outcomeOf, countOutcomes } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { appliesImmediately } from '../support/repeat-when-slow.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let peer: Sandbox;
let client: Client;
let developer: PortalClient;
let operator: PortalClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  peer = await startSandbox({ peerOf: sandbox });
  client = await sandbox.tenant();
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
  operator = await sandbox.person({ role: 'operator' });
});
afterEach(() => sandbox.clock.reset());

const create = (given: object, by = developer) =>
  by.post(tenantPath(client, '/keys'), { name: 'CI', scope: 'sandbox', ...given });

/** Creates a key in the portal and a client that uses it. */
async function made(given: object = {}, by = developer): Promise<{ key: KeyView; user: Integrator }> {
  const { body, text } = await create(given, by);
  if (!body.success) throw new Error(text);
  return { key: body.data.key, user: sandbox.integrator(client, body.data) };
}

const keyOf = async (id: string): Promise<KeyView> => {
  const { body } = await developer.get(tenantPath(client, '/keys'));
  return body.data.keys.find((key: KeyView) => key.id === id);
};

const search = async (user: Integrator) => outcomeOf(await user.search({ domain: 'example.com' }));

/** Expects the outcome in both processes. */
async function expectEverywhere(user: Integrator, outcome: string): Promise<void> {
  for (const one of [user, peer.clientOf(user)]) expect(await search(one)).toBe(outcome);
}

describe('POST /keys', () => {
  it('creates a working key with all permissions of its scope and shows its value once', async () => {
    const { status, body, headers } = await create({});
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    const { key, value } = body.data;
    expect(value).toMatch(/^ny_sandbox_[0-9A-Za-z]{38}$/);
    expect(key).toMatchObject({ name: 'CI', scope: 'sandbox', limit: 60, status: 'active', last_used_at: null });
    expect(key.hint).toBe(`${value.slice(0, 15)}…${value.slice(39, 43)}`);
    expect(await search(sandbox.integrator(client, body.data))).toBe('200');
    const list = await developer.get(tenantPath(client, '/keys'));
    expect(list.text).not.toContain(value.slice(15, 39));
    expect(list.body.data.permissions.sandbox).toEqual([...key.permissions, 'sandbox.*']);
    expect(key.permissions).toEqual([
      'sandbox.search',
      'sandbox.order',
      'sandbox.checkout',
      'sandbox.events',
      'sandbox.control',
    ]);
    expect(JSON.stringify(sandbox.log)).not.toContain(value);
  });

  it('creates a key with the given permissions, expiry and, for operators, limit', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { key, user } = await made({ permissions: ['sandbox.search'], expires_at, limit: 7 }, operator);
    expect(key).toMatchObject({ permissions: ['sandbox.search'], expires_at, limit: 7 });
    expect(outcomeOf(await user.order({ domain: 'example.com', years: 1, owner: ADA }))).toBe('403 PERMISSION_DENIED');
    sandbox.clock.advance({ hours: 1 });
    expect(await search(user)).toBe('401 API_KEY_INVALID');
    expect((await operator.startSession()).cookie).toBeDefined();
    expect((await keyOf(key.id)).status).toBe('expired');
  });

  it('rejects invalid fields', async () => {
    const tries = {
      name: await create({ name: ' ' }),
      scope: await create({ scope: 'root' }),
      permission: await create({ permissions: ['registrar.order'] }),
      permissions: await create({ permissions: 'sandbox.search' }),
      limit: await create({ limit: 0 }, operator),
      expires: await create({ expires_at: 'tomorrow' }),
      unlimited: await create({ limit: 1_000 }),
    };
    expect(Object.entries(tries).map(([name, response]) => [name, outcomeOf(response)])).toEqual([
      ['name', '422 VALIDATION_FAILED'],
      ['scope', '422 VALIDATION_FAILED'],
      ['permission', '422 UNKNOWN_PERMISSION'],
      ['permissions', '422 VALIDATION_FAILED'],
      ['limit', '422 VALIDATION_FAILED'],
      ['expires', '422 VALIDATION_FAILED'],
      ['unlimited', '403 OPERATORS_ONLY'],
    ]);
  });
});

describe('PATCH /keys', () => {
  it('applies permissions everywhere immediately', () =>
    appliesImmediately(async change => {
      const { key, user } = await made();
      await expectEverywhere(user, '200');
      const path = tenantPath(client, `/keys/${key.id}`);
      const { body } = await change(() => developer.patch(path, { permissions: ['sandbox.order'], name: 'Orders' }));
      expect(body.data).toMatchObject({ id: key.id, name: 'Orders', permissions: ['sandbox.order'] });
      await expectEverywhere(user, '403 PERMISSION_DENIED');
      await change(() => developer.patch(path, { permissions: ['sandbox.*'] }));
      await expectEverywhere(user, '200');
    }));

  it('lets only operators change the limit, which applies immediately', () =>
    appliesImmediately(async change => {
      const { key, user } = await made();
      await search(user);
      const path = tenantPath(client, `/keys/${key.id}`);
      expect(outcomeOf(await developer.patch(path, { limit: 1_000 }))).toBe('403 OPERATORS_ONLY');
      const { body } = await change(() => operator.patch(path, { limit: 1_000 }));
      expect(body.data.limit).toBe(1_000);
      const { headers } = await user.search({ domain: 'example.com' });
      expect(headers['x-ratelimit-limit']).toBe('1000');
    }));

  it('changes and removes the expiry of an active key', async () => {
    const { key, user } = await made();
    const path = tenantPath(client, `/keys/${key.id}`);
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    expect(outcomeOf(await developer.patch(path, { expires_at: at(-1) }))).toBe('422 EXPIRY_PASSED');
    expect(outcomeOf(await developer.patch(path, { expires_at: 'soon' }))).toBe('422 VALIDATION_FAILED');
    const expires_at = at(1);
    expect((await developer.patch(path, { expires_at })).body.data).toEqual({ ...key, expires_at });
    expect((await developer.patch(path, { expires_at: 'never' })).body.data).toEqual(key);
    await developer.patch(path, { expires_at });
    const { body } = await operator.get(`audit?tenant=${client.tenant.slug}&action=key.change`);
    expect(body.data.entries[0]).toMatchObject({
      subject: key.id,
      before: { expires_at: null },
      after: { expires_at },
    });
    sandbox.clock.advance({ hours: 2 });
    expect(await search(user)).toBe('401 API_KEY_INVALID');
    expect(outcomeOf(await developer.patch(path, { expires_at: at(9) }))).toBe('409 KEY_NOT_ACTIVE');
  });

  it('ignores absent and null fields', async () => {
    const { key } = await made();
    const path = tenantPath(client, `/keys/${key.id}`);
    for (const body of [{}, { name: null, permissions: null, limit: null }])
      expect((await developer.patch(path, body)).body.data).toEqual(key);
  });

  it('POST /keys/{id}/revoke applies everywhere immediately and permanently', () =>
    appliesImmediately(async change => {
      const { key, user } = await made();
      await expectEverywhere(user, '200');
      const revoke = () => developer.post(tenantPath(client, `/keys/${key.id}/revoke`));
      const { body } = await change(revoke);
      expect(body.data).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) });
      await expectEverywhere(user, '401 API_KEY_INVALID');
      expect(await search(client)).toBe('200');
      expect((await revoke()).body.data.revoked_at).toBe(body.data.revoked_at);
    }));
});

describe('POST /keys/{id}/roll', () => {
  const roll = (id: string, overlap_hours: unknown) =>
    developer.post(tenantPath(client, `/keys/${id}/roll`), { overlap_hours });

  it('creates a key with the same terms; the old one works until the overlap ends', async () => {
    const terms = { permissions: ['sandbox.search'], limit: 77, name: 'Shop' };
    const { key, user } = await made(terms, operator);
    const { body } = await roll(key.id, 2);
    expect(body.data.key).toMatchObject({ ...terms, status: 'active', expires_at: null, rolled_to: null });
    const successor = sandbox.integrator(client, body.data);
    const old = await keyOf(key.id);
    expect(old).toMatchObject({ status: 'active', rolled_to: body.data.key.id });
    expect(Math.abs(Date.parse(old.expires_at!) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
    await expectEverywhere(user, '200');
    await expectEverywhere(successor, '200');
    sandbox.clock.advance({ hours: 2 });
    expect([await search(user), await search(successor)]).toEqual(['401 API_KEY_INVALID', '200']);
  });

  it('ends the old key immediately without an overlap and never after its own expiry', async () => {
    await appliesImmediately(async change => {
      const { key, user } = await made();
      await expectEverywhere(user, '200');
      await change(() => roll(key.id, 0));
      await expectEverywhere(user, '401 API_KEY_INVALID');
    });
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const short = await made({ expires_at });
    const { body } = await roll(short.key.id, 168);
    expect([body.data.key.expires_at, (await keyOf(short.key.id)).expires_at]).toEqual([expires_at, expires_at]);
  });

  it('succeeds once for concurrent requests and not after the key has ended', async () => {
    const { key } = await made();
    expect(countOutcomes(await concurrently(4, () => roll(key.id, 1)))).toEqual({ 201: 1, '409 KEY_NOT_ACTIVE': 3 });
    const gone = await made();
    await developer.post(tenantPath(client, `/keys/${gone.key.id}/revoke`));
    expect(outcomeOf(await roll(gone.key.id, 1))).toBe('409 KEY_NOT_ACTIVE');
    for (const overlap of [-1, 169, 1.5, '1', null, undefined])
      expect(outcomeOf(await roll(key.id, overlap))).toBe('422 VALIDATION_FAILED');
  });
});

describe('last use of a key', () => {
  it('is stored with the requests, from whichever process saw it last', async () => {
    const { key, user } = await made();
    await search(user);
    const first = Date.now();
    await sandbox.app.get(RecordKeyUse).flush();
    const { last_used_at } = await keyOf(key.id);
    expect(Math.abs(Date.parse(last_used_at!) - first)).toBeLessThan(60_000);
    sandbox.clock.advance({ minutes: 5 });
    await search(peer.clientOf(user));
    await search(user);
    for (const one of [sandbox, peer]) await one.app.get(RecordKeyUse).flush();
    const later = Date.parse((await keyOf(key.id)).last_used_at!);
    expect(later - first).toBeGreaterThan(290_000);
  });

  it('does not change when a request fails before the key is identified', async () => {
    const { key, user } = await made();
    await user.search({}, { 'X-Tenant': 'somebody-else' });
    await sandbox.app.get(RecordKeyUse).flush();
    expect((await keyOf(key.id)).last_used_at).toBeNull();
  });
});

describe('maximum number of keys', () => {
  /** A tenant with `most` active keys. */
  async function tenantWithKeys(most: number): Promise<Client> {
    const fullTenant = await sandbox.tenant();
    await sandbox.rows(
      `INSERT INTO api_keys.keys SELECT id || '-' || n, tenant_id, name, hash || n, start, "end", scope, permissions,
         rate_limit, created_at FROM api_keys.keys, generate_series(2, $2::int) n WHERE tenant_id = $1`,
      [fullTenant.tenant.id, most],
    );
    return fullTenant;
  }
  const createIn = (fullTenant: Client) =>
    operator.post(tenantPath(fullTenant, '/keys'), { name: 'CI', scope: 'sandbox' });
  const roll = (fullTenant: Client, overlap_hours: number) =>
    operator.post(tenantPath(fullTenant, `/keys/${fullTenant.key.id}/roll`), { overlap_hours });

  it('is 100 active keys, also for concurrent requests: 409 TOO_MANY_KEYS', async () => {
    const fullTenant = await tenantWithKeys(98);
    expect(countOutcomes(await concurrently(6, () => createIn(fullTenant)))).toEqual({
      201: 2,
      '409 TOO_MANY_KEYS': 4,
    });
  });

  it('does not include ended keys', async () => {
    const fullTenant = await tenantWithKeys(100);
    expect(outcomeOf(await createIn(fullTenant))).toBe('409 TOO_MANY_KEYS');
    await operator.post(tenantPath(fullTenant, `/keys/${fullTenant.key.id}/revoke`));
    expect(outcomeOf(await createIn(fullTenant))).toBe('201');
  });

  it('allows rolling without an overlap; a rejected roll creates no key', async () => {
    const fullTenant = await tenantWithKeys(100);
    expect(outcomeOf(await roll(fullTenant, 1))).toBe('409 TOO_MANY_KEYS');
    expect(outcomeOf(await roll(fullTenant, 0))).toBe('201');
  });

  it('includes all active keys and the latest ended ones in the list', async () => {
    const fullTenant = await tenantWithKeys(401);
    await sandbox.rows(
      `UPDATE api_keys.keys SET revoked_at = now(), created_at = created_at - (random() * 1000) * interval '1 minute'
       WHERE tenant_id = $1 AND id <> $2`,
      [fullTenant.tenant.id, fullTenant.key.id],
    );
    const { keys } = (await operator.get(tenantPath(fullTenant, '/keys'))).body.data as { keys: KeyView[] };
    expect(keys).toHaveLength(201);
    expect(keys.at(-1)?.id).toBe(fullTenant.key.id);
    const times = keys.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
  });
});
