import { People } from '#identity';
import { ShareLinks } from '#storefront';
import { Tenants } from '#tenancy';
import type { Client } from '../support/client.js';
import { eventually, NOTIFICATION_MS } from '../support/eventually.js';
import { concurrently } from '../support/outcome.js';
import { tenantPath } from '../support/portal-client.js';
import { TESTER } from '../support/tester.js';
import { Shops } from './shops.js';

let shops: Shops;
beforeAll(async () => {
  shops = await Shops.start();
});

const PATHS = ['/', '/?q=shop', '/order?domain=my-shop.com', '/domains', '/orders/ord_1', '/share/x', '/code'];

/** Paths of the brand's own files. */
async function brandFiles(client: Client): Promise<string[]> {
  const { text } = await shops.shopper(client).get('/');
  return [/\/brand\.[0-9a-f]+\.css/.exec(text)![0]];
}

describe('a storefront that is off', () => {
  it('answers 404 everywhere and shows nothing of the tenant', async () => {
    const client = await shops.open({ name: 'Acme Domains' });
    const paths = [...PATHS, ...(await brandFiles(client))];
    const shopper = shops.shopper(client);
    const developer = await shops.developer(client);
    const receipt = await shopper.buy('my-closed-shop.com');
    await shops.change(client, { access: 'off' });
    for (const visitor of [shopper, developer])
      for (const path of [...paths, receipt, receipt.replace('receipt', 'events')]) {
        const { status, text, headers } = await visitor.get(path);
        expect([path, status, headers['set-cookie']]).toEqual([path, 404, undefined]);
        expect(text).not.toContain('Acme');
      }
    expect((await shopper.post('/order', { domain: 'my-closed-shop.net' })).status).toBe(404);
  });

  it('is the default', async () => {
    const client = await shops.sandbox.tenant();
    expect((await shops.shopper(client).get('/')).status).toBe(404);
  });

  it('is that of a suspended tenant', async () => {
    const client = await shops.open();
    const files = await brandFiles(client);
    const suspend = (suspended: boolean) =>
      shops.sandbox.app.get(Tenants).change(client.tenant.slug, { suspended }, TESTER);
    await suspend(true);
    const shopper = shops.shopper(client);
    await eventually(async () => expect((await shopper.get('/')).status).toBe(404), NOTIFICATION_MS);
    for (const path of [...PATHS, ...files]) expect([path, (await shopper.get(path)).status]).toEqual([path, 404]);
    await suspend(false);
    await eventually(async () => expect((await shopper.get('/')).status).toBe(200), NOTIFICATION_MS);
  });
});

describe('a storefront with an access code', () => {
  let client: Client;
  beforeAll(async () => {
    client = await shops.open({ access: 'code', code: 'kingfisher' });
  });

  it('shows no page and accepts no form before the code is entered', async () => {
    const shopper = shops.shopper(client);
    for (const path of ['/', '/?q=shop', '/order?domain=my-shop.com', '/domains', '/orders/ord_1']) {
      const { status, text } = await shopper.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain('Access code');
      expect(text).not.toMatch(/kingfisher|<nav|name="q"|name="email"/);
    }
    const before = await shops.effects(client);
    const { text } = await shopper.post('/order', {
      domain: 'my-locked-shop.com',
      years: '1',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
    });
    expect(text).toContain('Access code');
    expect(await shops.effects(client)).toEqual(before);
  });

  it('answers 422 to a wrong code and opens with the right one, in upper or lower case', async () => {
    const shopper = shops.shopper(client);
    await shopper.get('/');
    for (const code of ['', ' ', 'kingfishe', 'kingfisherx', 'null', '__proto__']) {
      const { status, text } = await shopper.post('/code', { code });
      expect([code, status]).toEqual([code, 422]);
      expect(text).toContain('This code is not right.');
    }
    const { status, headers } = await shopper.post('/code', { code: ' KingFisher ' });
    expect([status, headers['location']]).toEqual([303, '/']);
    expect((await shopper.get('/')).text).toContain('name="q"');
  });

  it('is locked again by another code, and for other visitors and tenants', async () => {
    const shopper = shops.shopper(client);
    await shopper.get('/');
    await shopper.post('/code', { code: 'kingfisher' });
    const other = await shops.open({ access: 'code', code: 'kingfisher' });
    const entry = shopper.cookies.get('nameyard_entry')!;
    const stranger = shops.shopper(other, { Cookie: `nameyard_entry=${entry}` });
    expect((await stranger.get('/')).text).toContain('Access code');
    expect((await shops.shopper(client).get('/')).text).toContain('Access code');
    await shops.change(client, { code: 'hummingbird' });
    await eventually(async () => expect((await shopper.get('/')).text).toContain('Access code'), NOTIFICATION_MS);
    await shops.change(client, { code: 'kingfisher' });
  });

  it('accepts ten codes per minute from an address', async () => {
    const shopper = shops.shopper(client);
    await shopper.get('/');
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await shopper.post('/code', { code: `guess-${attempt}` })).status).toBe(422);
    const { status, headers, text } = await shopper.post('/code', { code: 'kingfisher' });
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(text).toContain('Too many requests');
    const neighbor = shops.shopper(client);
    await neighbor.get('/');
    expect((await neighbor.post('/code', { code: 'kingfisher' })).status).toBe(303);
  });

  it('accepts 100 wrong codes per hour from all addresses together', async () => {
    const guarded = await shops.open({ access: 'code', code: 'kingfisher' });
    const enter = async (code: string) => {
      const shopper = shops.shopper(guarded);
      await shopper.get('/');
      return { shopper, ...(await shopper.post('/code', { code })) };
    };
    const inside = await enter('kingfisher');
    const guess = async (index: number) => (await enter(`guess-${index}`)).status;
    const answers = await concurrently(20, guess);
    while (!answers.includes(429)) answers.push(await guess(answers.length));
    expect(answers.filter(status => status === 422).length).toBeLessThanOrEqual(100);
    expect(answers.length).toBeGreaterThan(100);
    const { status, headers, text } = await enter('kingfisher');
    expect([status, headers['set-cookie'] ?? '']).toEqual([429, expect.not.stringContaining('entry')]);
    expect(text).toContain('Too many wrong access codes.');
    expect(Number(headers['retry-after'])).toBeGreaterThan(60);
    expect((await inside.shopper.get('/')).text).toContain('name="q"');
    expect((await (await shops.developer(guarded)).get('/')).text).toContain('name="q"');
    await shops.change(guarded, { code: 'hummingbird' });
    await eventually(async () => expect((await enter('hummingbird')).status).toBe(303));
    await shops.change(guarded, { code: 'kingfisher' });
    shops.sandbox.clock.advance({ hours: 1, ms: 1 });
    try {
      await eventually(async () => expect((await enter('kingfisher')).status).toBe(303));
    } finally {
      shops.sandbox.clock.reset();
    }
  });

  it('opens for a share link', async () => {
    const developer = await shops.developer(client);
    expect((await developer.get('/')).text).toContain('name="q"');
  });
});

describe('a share link', () => {
  let client: Client;
  beforeAll(async () => {
    client = await shops.open();
  });

  it.each(['x', 'a'.repeat(32), '%F0%9F%98%80', 'a%00b', '..%2f..', `${'a'.repeat(250)}`])(
    'with the token %s is not found',
    async token => {
      const { status, headers } = await shops.shopper(client).get(`/share/${token}`);
      expect([status, headers['set-cookie'] ?? '']).toEqual([404, expect.not.stringContaining('developer')]);
    },
  );

  it('opens the storefront of its tenant only, also as a cookie', async () => {
    const other = await shops.open();
    const developer = await shops.developer(client);
    const token = developer.cookies.get('nameyard_developer')!;
    expect((await shops.shopper(other).get(`/share/${token}`)).status).toBe(404);
    const stranger = shops.shopper(other, { Cookie: `nameyard_developer=${token}` });
    expect((await stranger.get('/')).text).not.toContain('one of its developers');
  });

  it('is refused after it expires, also as a cookie', async () => {
    const { body } = await shops.operator.post(tenantPath(client, '/storefront/links'), { hours: 1 });
    const developer = shops.shopper(client);
    await developer.get(body.data.path);
    const receipt = await shops.shopper(client).buy('my-shared-shop.com');
    expect((await developer.get(receipt)).status).toBe(200);
    shops.sandbox.clock.advance({ hours: 1, ms: 1 });
    try {
      expect((await developer.get(receipt)).status).toBe(404);
      expect((await shops.shopper(client).get(body.data.path)).status).toBe(404);
    } finally {
      shops.sandbox.clock.reset();
    }
  });
});

describe('the list of share links', () => {
  const links = (client: Client) => tenantPath(client, '/storefront/links');
  let client: Client;
  beforeEach(async () => {
    client = await shops.open();
  });

  it('shows who created a link and when it was last used, but not its token', async () => {
    const { body } = await shops.operator.post(links(client), { hours: 1 });
    const { id, path, expires_at } = body.data;
    const read = async () => (await shops.operator.get(links(client))).body.data.links;
    const { email: created_by, id: person_id } = shops.operator.credentials;
    const listed = { id, created_by, person_id, expires_at, created_at: expect.any(String) };
    expect(await read()).toEqual([{ ...listed, last_used_at: null }]);
    await shops.shopper(client).get(path);
    expect(await read()).toEqual([{ ...listed, last_used_at: expect.any(String) }]);
    await shops.sandbox.app.get(ShareLinks).create({ ...client.tenant, parentId: null }, 1, TESTER);
    expect(await read()).toMatchObject([{ person_id: null, created_by: TESTER.name }, { id }]);
    const other = await shops.open();
    expect((await shops.operator.get(links(other))).body.data.links).toEqual([]);
    expect((await shops.operator.delete(`${links(other)}/${id}`)).status).toBe(404);
  });

  it('revokes a link with the visits that it opened', async () => {
    const [developer, other] = [await shops.developer(client), await shops.developer(client)];
    const receipt = await shops.shopper(client).buy('my-revoked-link.com');
    expect((await developer.get(receipt)).status).toBe(200);
    const { body } = await shops.operator.get(links(client));
    const path = `${links(client)}/${body.data.links[1].id}`;
    expect((await shops.operator.delete(path)).body.data).toEqual({ revoked: true });
    expect((await developer.get(receipt)).status).toBe(404);
    expect((await developer.get(`/share/${developer.cookies.get('nameyard_developer')}`)).status).toBe(404);
    expect((await other.get(receipt)).status).toBe(200);
    expect((await shops.operator.delete(path)).body.error.code).toBe('SHARE_LINK_NOT_FOUND');
  });

  it.each([
    ['is disabled', { disabled: true }, { disabled: false }],
    ['loses the tenant', { tenants: ['other'] }, { tenants: ['own', 'other'] }],
  ])('loses the links of a person who %s, for good', async (_case, loss, back) => {
    const kept = await shops.open();
    const person = await shops.sandbox.person({ role: 'developer', tenants: [client, kept] });
    const { body } = await person.post(links(client), { hours: 1 });
    const keptPath = (await person.post(links(kept), { hours: 1 })).body.data.path;
    const developer = shops.shopper(client);
    await developer.get(body.data.path);
    const receipt = await shops.shopper(client).buy('my-lost-access.com');
    expect((await developer.get(receipt)).status).toBe(200);
    const slugs: Record<string, string> = { own: client.tenant.slug, other: kept.tenant.slug };
    for (const change of [loss, back]) {
      const tenants = 'tenants' in change ? { tenants: change.tenants.map(name => slugs[name]!) } : change;
      await shops.sandbox.app.get(People).change(person.credentials.id, tenants, TESTER);
      expect((await developer.get(receipt)).status).toBe(404);
      expect((await shops.shopper(client).get(body.data.path)).status).toBe(404);
    }
    expect((await shops.operator.get(links(client))).body.data.links).toEqual([]);
    expect((await shops.shopper(kept).get(keptPath)).status).toBe('tenants' in loss ? 303 : 404);
  });
});

describe('the token of a share link', () => {
  it('is in no log line and no audit entry, on any host and with any answer', async () => {
    const client = await shops.open();
    const { body } = await shops.operator.post(tenantPath(client, '/storefront/links'), { hours: 1 });
    const { path } = body.data;
    const token = path.slice('/share/'.length);
    const shopper = shops.shopper(client);
    const paths = [path, `${path}?a=b`, `${path}/`, `${path}/more`, `/${path}`, path.replace('share', 'shared')];
    for (const each of paths) await shopper.get(each);
    await shopper.call({ method: 'HEAD', path });
    await shopper.post(path, {});
    await shops.sandbox.call({ method: 'GET', path });
    await shops.change(client, { access: 'off' });
    await shopper.get(path);
    const shared = (line: object) => JSON.stringify(line).includes('/share');
    await eventually(() => expect(shops.sandbox.log.filter(shared).length).toBeGreaterThanOrEqual(paths.length + 3));
    expect(JSON.stringify(shops.sandbox.log)).not.toContain(token);
    for (const table of ['platform.audit', 'usage.requests', 'usage.bodies', 'storefront.share_links'])
      expect(JSON.stringify(await shops.sandbox.rows(`SELECT * FROM ${table}`))).not.toContain(token);
  });
});

describe('an order', () => {
  it('of another visitor or tenant is not found, not even by developers of another tenant', async () => {
    const [client, other] = [await shops.open(), await shops.open()];
    const order = await shops.shopper(client).order('my-own-order.com');
    const receipt = await shops.shopper(client).buy('my-own-receipt.com');
    const strangers = [shops.shopper(client), shops.shopper(other), await shops.developer(other)];
    for (const stranger of strangers)
      for (const path of [
        order,
        `${order}/receipt`,
        `${order}/events`,
        receipt,
        receipt.replace('receipt', 'events'),
      ]) {
        const { status, text } = await stranger.get(path);
        expect([path, status]).toEqual([path, 404]);
        expect(text).not.toMatch(/my-own|Lovelace/);
      }
    for (const stranger of strangers) expect((await stranger.get('/domains')).text).not.toContain('my-own');
  });

  it('of the API is not visible to visitors', async () => {
    const client = await shops.open();
    const id = await client.orderOf('my-api-order.com');
    expect((await shops.shopper(client).get(`/orders/${id}`)).status).toBe(404);
    expect((await (await shops.developer(client)).get(`/orders/${id}`)).status).toBe(200);
  });
});
