import { type Storefront, Storefronts } from '#storefront';
import { TenantCache } from '#tenancy';
import type { Client } from '../support/client.js';
import { eventually, NOTIFICATION_MS } from '../support/eventually.js';
import { concurrently, fieldsOf, outcomeOf, retryUnavailable } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedPeer, sharedSandbox, startSandbox } from '../support/sandbox.js';

const DEFAULTS = {
  access: 'off',
  code: null,
  name: null,
  accent: '#3451c7',
  scheme: 'auto',
  radius: 'medium',
  font: 'figtree',
  support_url: null,
  legal_links: [],
  logo: null,
};

const LINKS = [
  { label: 'Imprint', url: 'https://shop.example/imprint' },
  { label: 'Contact', url: 'mailto:help@shop.example' },
];

let sandbox: Sandbox;
let peer: Sandbox;
let operator: PortalClient;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  peer = await sharedPeer();
  operator = await sandbox.person({ role: 'operator' });
});

const path = (client: Client, rest = '') => tenantPath(client, `/storefront${rest}`);
const change = (client: Client, settings: object) => operator.patch(path(client), settings);

/** The storefront as the pages of a process see it. */
async function shownBy({ app }: Sandbox, { tenant }: Client): Promise<Storefront> {
  return app.get(Storefronts).get((await app.get(TenantCache).get(tenant.slug))!);
}

describe('storefront settings', () => {
  it('have defaults', async () => {
    const client = await sandbox.tenant();
    const { body } = await operator.get(path(client));
    expect(body.data).toMatchObject({ ...DEFAULTS, hosts: [`${client.tenant.slug}.localhost`] });
    expect(await shownBy(sandbox, client)).toMatchObject({
      tenantId: client.tenant.id,
      access: 'off',
      code: null,
      name: client.tenant.slug,
      logo: null,
    });
  });

  it('list the host names that show the storefront', async () => {
    const client = await sandbox.tenant({ slug: 'hosted', host: 'shop.hosted.example' });
    expect((await operator.get(path(client))).body.data.hosts).toEqual(['hosted.localhost', 'shop.hosted.example']);
  });

  it('are public for the default tenant with the embedded PostgreSQL only', async () => {
    const client = await sandbox.tenant();
    const other = await sandbox.tenant();
    const settings = { isEmbedded: true, defaultTenant: client.tenant.slug };
    const embedded = await startSandbox({ peerOf: sandbox, settings });
    const accessOf = async (process: Sandbox, client: Client) => (await shownBy(process, client)).access;
    expect(await accessOf(embedded, client)).toBe('public');
    expect(await accessOf(embedded, other)).toBe('off');
    expect(await accessOf(sandbox, client)).toBe('off');
    const portal = embedded.portalOf(operator);
    expect((await portal.get(path(client))).body.data.access).toBe('public');
    await portal.patch(path(client), { accent: '#112233' });
    expect(await accessOf(embedded, client)).toBe('public');
    await portal.patch(path(client), { access: 'off' });
    expect((await portal.get(path(client))).body.data.access).toBe('off');
  });

  it('are changed by developers of the tenant, and shown by every process within a second', async () => {
    const client = await sandbox.tenant();
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await shownBy(sandbox, client);
    await shownBy(peer, client);
    const settings = {
      access: 'code',
      code: 'kingfisher',
      name: 'Acme Domains',
      accent: '#AA3300',
      scheme: 'dark',
      radius: 'none',
      font: 'nunito',
      support_url: 'https://shop.example/help',
      legal_links: LINKS,
    };
    const { body, status } = await developer.patch(path(client), settings);
    const saved = { ...settings, accent: '#aa3300', logo: null };
    expect([status, body.data]).toEqual([200, expect.objectContaining(saved)]);
    expect((await operator.get(path(client))).body.data).toMatchObject(saved);
    for (const process of [sandbox, peer])
      await eventually(async () => {
        expect(await shownBy(process, client)).toMatchObject({
          access: 'code',
          code: 'kingfisher',
          name: 'Acme Domains',
          brand: {
            accent: '#aa3300',
            scheme: 'dark',
            radius: 'none',
            font: 'nunito',
            supportUrl: 'https://shop.example/help',
            legalLinks: LINKS,
          },
        });
      }, NOTIFICATION_MS);
  });

  it('keep their values when they are omitted or null, and are removed by an empty text', async () => {
    const client = await sandbox.tenant();
    await change(client, { name: ' Acme ', code: 'kingfisher', support_url: 'https://a.example', legal_links: LINKS });
    const { body } = await change(client, { accent: '#112233', name: null, code: null, legal_links: null });
    expect(body.data).toMatchObject({ accent: '#112233', name: 'Acme', code: 'kingfisher', legal_links: LINKS });
    const cleared = await change(client, { name: '', code: '', support_url: ' ', legal_links: [] });
    expect(cleared.body.data).toMatchObject({ ...DEFAULTS, accent: '#112233' });
  });

  it.each([
    ['access', 'open'],
    ['access', ''],
    ['code', 'abc'],
    ['code', 'x'.repeat(65)],
    ['code', 'with\u0000nul'],
    ['name', 'x'.repeat(61)],
    ['name', 'two\nlines'],
    ['accent', 'red'],
    ['accent', '#fff'],
    ['accent', '#3451c7;}body{display:none'],
    ['accent', 'url(https://evil.example)'],
    ['scheme', 'sepia'],
    ['radius', '8px'],
    ['font', 'Comic Sans'],
    ['support_url', 'javascript:alert(1)'],
    ['support_url', 'JavaScript:alert(1)'],
    ['support_url', 'java\nscript:alert(1)'],
    ['support_url', 'data:text/html,hello'],
    ['support_url', '//evil.example'],
    ['support_url', 'https://'],
    ['support_url', 'https://user:password@shop.example'],
    ['support_url', 'https://shop.example/"onclick="'],
    ['support_url', `https://shop.example/${'x'.repeat(500)}`],
    ['legal_links', 'https://shop.example'],
    ['legal_links', Array.from({ length: 6 }, () => LINKS[0])],
    ['legal_links', [{ label: '', url: 'https://shop.example' }]],
    ['legal_links', [{ label: 'x'.repeat(41), url: 'https://shop.example' }]],
    ['legal_links', [{ label: 'Imprint', url: 'javascript:alert(1)' }]],
    ['legal_links', [{ label: 'Imprint' }]],
    ['legal_links', [null]],
    ['legal_links', ['https://shop.example']],
  ])('reject %s: %j', async (field, value) => {
    const client = await sandbox.tenant();
    const response = await change(client, { [field]: value });
    expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', [field]]);
    expect(response.body.error.details[0].message).toMatch(/^(must|needs) .*\w/);
    expect((await operator.get(path(client))).body.data).toMatchObject(DEFAULTS);
  });

  it('require a code while the access is "code"', async () => {
    const client = await sandbox.tenant();
    const missing = await change(client, { access: 'code' });
    expect([outcomeOf(missing), fieldsOf(missing)]).toEqual(['422 CODE_REQUIRED', ['code']]);
    expect((await change(client, { access: 'code', code: 'kingfisher' })).status).toBe(200);
    expect(fieldsOf(await change(client, { code: '' }))).toEqual(['code']);
    expect((await change(client, { access: 'public', code: '' })).status).toBe(200);
  });

  it('keep all of several concurrent changes', async () => {
    const client = await sandbox.tenant();
    const changes = [{ name: 'Acme' }, { accent: '#112233' }, { font: 'dm-sans' }, { code: 'kingfisher' }];
    const responses = await concurrently(changes.length, n => retryUnavailable(() => change(client, changes[n]!)));
    expect(responses.map(outcomeOf)).toEqual(['200', '200', '200', '200']);
    expect((await operator.get(path(client))).body.data).toMatchObject(Object.assign({}, ...changes));
  });

  it('do not keep members that links do not have', async () => {
    const client = await sandbox.tenant();
    await change(client, { legal_links: [{ label: ' Imprint ', url: 'https://a.example', onclick: 'alert(1)' }] });
    expect((await shownBy(sandbox, client)).brand.legalLinks).toEqual([{ label: 'Imprint', url: 'https://a.example' }]);
  });
});

describe('name of a storefront', () => {
  it('follows the name of the tenant until it has its own', async () => {
    const client = await sandbox.tenant();
    await operator.patch(tenantPath(client), { name: 'Renamed' });
    await eventually(async () => expect((await shownBy(peer, client)).name).toBe('Renamed'), NOTIFICATION_MS);
    await change(client, { name: 'Own name' });
    await eventually(async () => expect((await shownBy(peer, client)).name).toBe('Own name'), NOTIFICATION_MS);
  });
});

describe('accent color', () => {
  it('is returned as chosen and as corrected for each theme', async () => {
    const client = await sandbox.tenant();
    const { body } = await change(client, { accent: '#ffff00' });
    expect(body.data).toMatchObject({
      accent: '#ffff00',
      colors: {
        light: { accent: '#939300', on_accent: '#000000', accent_text: '#757500', corrected: true },
        dark: { accent: '#ffff00', on_accent: '#000000', accent_text: '#ffff00', corrected: false },
      },
    });
  });

  it('is previewed without a change', async () => {
    const client = await sandbox.tenant();
    await change(client, { radius: 'large' });
    const { body, status } = await operator.post(path(client, '/preview'), { accent: '#ffff00', font: 'crimson-pro' });
    expect([status, body.data]).toEqual([
      200,
      {
        colors: expect.objectContaining({ light: expect.objectContaining({ accent: '#939300' }) }),
        light: expect.objectContaining({ background: '#ffffff', accent: '#939300', radius: '16px' }),
        dark: expect.objectContaining({
          background: '#0f1013',
          accent: '#ffff00',
          font: expect.stringMatching(/Crimson/),
        }),
      },
    ]);
    expect((await operator.get(path(client))).body.data).toMatchObject({ accent: '#3451c7', font: 'figtree' });
    expect(fieldsOf(await operator.post(path(client, '/preview'), { accent: 'red' }))).toEqual(['accent']);
  });
});

describe('stylesheet of a brand', () => {
  const cssOf = async (settings: object) => {
    const client = await sandbox.tenant();
    await change(client, { name: '</style><script>', ...settings });
    return (await shownBy(sandbox, client)).css;
  };

  it('contains custom properties and fonts only', async () => {
    const { text, hash } = await cssOf({ accent: '#aa3300' });
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(text).toMatch(
      /^(@font-face\{[^{}]*\})+:root\{[^{}]*\}@media \(prefers-color-scheme:dark\)\{:root\{[^{}]*\}\}$/,
    );
    const properties = [...text.matchAll(/--([a-z-]+):/g)].map(([, name]) => name);
    expect([...new Set(properties)].sort()).toEqual(
      (
        'background surface text muted line control-border danger success focus ' +
        'accent on-accent accent-text radius font'
      )
        .split(' ')
        .sort(),
    );
    expect(text).not.toMatch(/https?:|<|@import/);
  });

  it.each(['light', 'dark'])('has one theme if the scheme is %s', async scheme => {
    const { text } = await cssOf({ scheme });
    expect(text).toContain(`color-scheme:${scheme}`);
    expect(text).not.toContain('@media');
  });

  it('has another hash for another brand only', async () => {
    const first = await cssOf({ accent: '#aa3300', font: 'nunito' });
    expect((await cssOf({ accent: '#aa3300', font: 'nunito' })).hash).toBe(first.hash);
    expect((await cssOf({ accent: '#aa3301', font: 'nunito' })).hash).not.toBe(first.hash);
    expect((await cssOf({ accent: '#aa3300', font: 'figtree' })).hash).not.toBe(first.hash);
  });
});
