import { RecordKeyUse } from '#api-keys';
import type { KeyView } from '#api-keys/contract';
import { ADA, type Client, Client as Integrator } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { atOnce, outcomeOf, tally } from '../support/outcome.js';
import { at, type PortalClient } from '../support/person.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let neighbour: Sandbox;
let client: Client;
let developer: PortalClient;
let operator: PortalClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  neighbour = await startSandbox({ beside: sandbox });
  client = await sandbox.tenant();
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
  operator = await sandbox.person({ role: 'operator' });
});
afterEach(() => sandbox.clock.reset());
afterAll(async () => {
  await neighbour.stop();
  await sandbox.stop();
});

const create = (given: object, by = developer) =>
  by.post(at(client, '/keys'), { name: 'CI', scope: 'sandbox', ...given });

/** A key that was made in the portal, in the hands of an integrator. */
async function made(given: object = {}, by = developer): Promise<{ key: KeyView; user: Integrator }> {
  const { body, text } = await create(given, by);
  if (!body.success) throw new Error(text);
  return { key: body.data.key, user: sandbox.integrator(client, body.data) };
}

const keyOf = async (id: string): Promise<KeyView> => {
  const { body } = await developer.get(at(client, '/keys'));
  return body.data.keys.find((key: KeyView) => key.id === id);
};

const search = async (user: Integrator) => outcomeOf(await user.search({ domain: 'example.com' }));

/** In both processes, within the second that a change may take. */
async function expectSoon(user: Integrator, outcome: string): Promise<void> {
  for (const one of [user, neighbour.clientOf(user)])
    await eventually(async () => expect(await search(one)).toBe(outcome), 1_000);
}

describe('a key that is made', () => {
  it('works at once, has all that its scope allows, and shows its value this once', async () => {
    const { status, body, headers } = await create({});
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    const { key, value } = body.data;
    expect(value).toMatch(/^ny_sandbox_[0-9A-Za-z]{38}$/);
    expect(key).toMatchObject({ name: 'CI', scope: 'sandbox', limit: 60, status: 'active', last_used_at: null });
    expect(key.hint).toBe(`${value.slice(0, 15)}…${value.slice(39, 43)}`);
    expect(await search(sandbox.integrator(client, body.data))).toBe('200');
    const list = await developer.get(at(client, '/keys'));
    expect(list.text).not.toContain(value.slice(15, 39));
    expect(list.body.data.permissions.sandbox).toEqual(expect.arrayContaining(key.permissions));
    expect(JSON.stringify(sandbox.log)).not.toContain(value);
  });

  it('has the permissions, the end and – from an operator – the limit that it was given', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { key, user } = await made({ permissions: ['sandbox.search'], expires_at, limit: 7 }, operator);
    expect(key).toMatchObject({ permissions: ['sandbox.search'], expires_at, limit: 7 });
    expect(outcomeOf(await user.order({ domain: 'example.com', years: 1, owner: ADA }))).toBe('403 PERMISSION_DENIED');
    sandbox.clock.advance({ hours: 1 });
    expect(await search(user)).toBe('401 API_KEY_INVALID');
    expect((await operator.enter()).cookie).toBeDefined();
    expect((await keyOf(key.id)).status).toBe('expired');
  });

  it('is refused with what cannot be', async () => {
    const tries = {
      name: await create({ name: ' ' }),
      scope: await create({ scope: 'root' }),
      permission: await create({ permissions: ['registrar.order'] }),
      permissions: await create({ permissions: 'sandbox.search' }),
      limit: await create({ limit: 0 }, operator),
      expires: await create({ expires_at: 'tomorrow' }),
      unlimited: await create({ limit: 1_000 }),
    };
    expect(Object.entries(tries).map(([name, answer]) => [name, outcomeOf(answer)])).toEqual([
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

describe('a change', () => {
  it('of permissions holds everywhere within a second', async () => {
    const { key, user } = await made();
    await expectSoon(user, '200');
    const path = at(client, `/keys/${key.id}`);
    const { body } = await developer.patch(path, { permissions: ['sandbox.order'], name: 'Orders' });
    expect(body.data).toMatchObject({ id: key.id, name: 'Orders', permissions: ['sandbox.order'] });
    await expectSoon(user, '403 PERMISSION_DENIED');
    await developer.patch(path, { permissions: ['sandbox.*'] });
    await expectSoon(user, '200');
  });

  it('of the limit is for operators', async () => {
    const { key, user } = await made();
    const path = at(client, `/keys/${key.id}`);
    expect(outcomeOf(await developer.patch(path, { limit: 1_000 }))).toBe('403 OPERATORS_ONLY');
    expect((await operator.patch(path, { limit: 1_000 })).body.data.limit).toBe(1_000);
    await eventually(async () => {
      const { headers } = await user.search({ domain: 'example.com' });
      expect(headers['x-ratelimit-limit']).toBe('1000');
    }, 1_000);
  });

  it('that leaves everything out or null changes nothing', async () => {
    const { key } = await made();
    const path = at(client, `/keys/${key.id}`);
    for (const body of [{}, { name: null, permissions: null, limit: null }])
      expect((await developer.patch(path, body)).body.data).toEqual(key);
  });

  it('that revokes holds everywhere within a second, and for good', async () => {
    const { key, user } = await made();
    const { body } = await developer.post(at(client, `/keys/${key.id}/revoke`));
    expect(body.data).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) });
    await expectSoon(user, '401 API_KEY_INVALID');
    const again = await developer.post(at(client, `/keys/${key.id}/revoke`));
    expect(again.body.data.revoked_at).toBe(body.data.revoked_at);
  });
});

describe('a key that is rolled', () => {
  const roll = (id: string, overlap_hours: unknown) =>
    developer.post(at(client, `/keys/${id}/roll`), { overlap_hours });

  it('works beside the one in its place, on the same terms, until the overlap is over', async () => {
    const terms = { permissions: ['sandbox.search'], limit: 77, name: 'Shop' };
    const { key, user } = await made(terms, operator);
    const { body } = await roll(key.id, 2);
    expect(body.data.key).toMatchObject({ ...terms, status: 'active', expires_at: null, rolled_to: null });
    const successor = sandbox.integrator(client, body.data);
    const old = await keyOf(key.id);
    expect(old).toMatchObject({ status: 'active', rolled_to: body.data.key.id });
    expect(Math.abs(Date.parse(old.expires_at!) - Date.now() - 2 * 3_600_000)).toBeLessThan(5_000);
    await expectSoon(user, '200');
    await expectSoon(successor, '200');
    sandbox.clock.advance({ hours: 2 });
    expect([await search(user), await search(successor)]).toEqual(['401 API_KEY_INVALID', '200']);
  });

  it('ends at once without an overlap, and never later than it would have ended anyway', async () => {
    const { key, user } = await made();
    await roll(key.id, 0);
    await expectSoon(user, '401 API_KEY_INVALID');
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const short = await made({ expires_at });
    const { body } = await roll(short.key.id, 168);
    expect([body.data.key.expires_at, (await keyOf(short.key.id)).expires_at]).toEqual([expires_at, expires_at]);
  });

  it('is rolled once, however often that is asked for at a time, and not after its end', async () => {
    const { key } = await made();
    expect(tally(await atOnce(4, () => roll(key.id, 1)))).toEqual({ 201: 1, '409 KEY_NOT_ACTIVE': 3 });
    const gone = await made();
    await developer.post(at(client, `/keys/${gone.key.id}/revoke`));
    expect(outcomeOf(await roll(gone.key.id, 1))).toBe('409 KEY_NOT_ACTIVE');
    for (const overlap of [-1, 169, 1.5, '1', null, undefined])
      expect(outcomeOf(await roll(key.id, overlap))).toBe('422 VALIDATION_FAILED');
  });
});

describe('the last use', () => {
  it('of each key is written beside the requests, by whichever process saw it last', async () => {
    const { key, user } = await made();
    await search(user);
    const first = Date.now();
    await sandbox.app.get(RecordKeyUse).flush();
    const { last_used_at } = await keyOf(key.id);
    expect(Math.abs(Date.parse(last_used_at!) - first)).toBeLessThan(2_000);
    sandbox.clock.advance({ minutes: 5 });
    await search(neighbour.clientOf(user));
    await search(user);
    for (const one of [sandbox, neighbour]) await one.app.get(RecordKeyUse).flush();
    const later = Date.parse((await keyOf(key.id)).last_used_at!);
    expect(later - first).toBeGreaterThan(290_000);
  });

  it('is not moved by whoever is refused before their key is known', async () => {
    const { key, user } = await made();
    await user.search({}, { 'X-Tenant': 'somebody-else' });
    await sandbox.app.get(RecordKeyUse).flush();
    expect((await keyOf(key.id)).last_used_at).toBeNull();
  });
});

describe('as many keys as a tenant may have', () => {
  /** A tenant with so many active keys. */
  async function crowded(most: number): Promise<Client> {
    const crowd = await sandbox.tenant();
    await sandbox.rows(
      `INSERT INTO api_keys.keys SELECT id || '-' || n, tenant_id, name, hash || n, start, "end", scope, permissions,
         rate_limit, created_at FROM api_keys.keys, generate_series(2, $2::int) n WHERE tenant_id = $1`,
      [crowd.tenant.id, most],
    );
    return crowd;
  }
  const createIn = (crowd: Client) => operator.post(at(crowd, '/keys'), { name: 'CI', scope: 'sandbox' });
  const roll = (crowd: Client, overlap_hours: number) =>
    operator.post(at(crowd, `/keys/${crowd.key.id}/roll`), { overlap_hours });

  it('are a hundred that work, however many are asked for at once: 409 TOO_MANY_KEYS', async () => {
    const crowd = await crowded(98);
    expect(tally(await atOnce(6, () => createIn(crowd)))).toEqual({ 201: 2, '409 TOO_MANY_KEYS': 4 });
  });

  it('leave room where one has ended', async () => {
    const crowd = await crowded(100);
    expect(outcomeOf(await createIn(crowd))).toBe('409 TOO_MANY_KEYS');
    await operator.post(at(crowd, `/keys/${crowd.key.id}/revoke`));
    expect(outcomeOf(await createIn(crowd))).toBe('201');
  });

  it('can all be rolled, one for the other, and leave none behind when that is refused', async () => {
    const crowd = await crowded(100);
    expect(outcomeOf(await roll(crowd, 1))).toBe('409 TOO_MANY_KEYS');
    expect(outcomeOf(await roll(crowd, 0))).toBe('201');
  });

  it('are all listed, and of those that ended the latest', async () => {
    const crowd = await crowded(401);
    await sandbox.rows(
      `UPDATE api_keys.keys SET revoked_at = now(), created_at = created_at - (random() * 1000) * interval '1 minute'
       WHERE tenant_id = $1 AND id <> $2`,
      [crowd.tenant.id, crowd.key.id],
    );
    const { keys } = (await operator.get(at(crowd, '/keys'))).body.data as { keys: KeyView[] };
    expect(keys).toHaveLength(201);
    expect(keys.at(-1)?.id).toBe(crowd.key.id);
    const times = keys.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
  });
});
