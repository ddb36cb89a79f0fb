import fc from 'fast-check';
import type { Client } from '../support/client.js';
import { anyText } from '../support/arbitraries.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { REGISTRANT, Shopper } from '../support/shopper.js';
import { sendRaw } from '../support/socket.js';
import { Shops } from './shops.js';

let shops: Shops;
let client: Client;
let other: Client;
/** The same installation without a proxy. */
let direct: Sandbox;

beforeAll(async () => {
  shops = await Shops.start();
  client = await shops.open({ accent: '#aa3300' });
  other = await shops.open({ accent: '#00aa33' });
  direct = await startSandbox({ peerOf: shops.sandbox });
});

const form = (domain: string) => ({ domain, years: '1', ...REGISTRANT });
const hostOf = ({ tenant }: Client) => `${tenant.slug}.localhost`;

/** For a URL; lone surrogates become U+FFFD. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());

/** Elements of the pages, and the attributes that are not text of the visitor. */
const ELEMENTS =
  /^(html|head|meta|title|link|script|body|a|p|header|footer|aside|nav|main|div|section|h1|h2|h3|bdi|b|span|strong|form|label|input|select|option|fieldset|legend|button|ul|ol|output|li|dl|dt|dd|code)$/;

/** Fails if the page contains an element, an event handler or a script that the service did not write. */
function expectInert(text: string): void {
  expect(text).toMatch(/^<!doctype html>/);
  const tags = [...text.matchAll(/<\/?([a-z][^\s/>]*)((?:[^"'>]|"[^"]*")*)>/gi)];
  for (const [, name, attributes] of tags) {
    expect(name).toMatch(ELEMENTS);
    expect(attributes!.replaceAll(/"[^"]*"/g, '')).not.toMatch(/\b(on\w+|style|srcdoc)\b/i);
  }
  expect(text.match(/</g)).toHaveLength(tags.length + 1);
  expect(text.match(/<script/g) ?? []).toHaveLength(
    text.match(/<script src="\/storefront\.[0-9a-f]+\.js" defer>/g)?.length ?? 0,
  );
}

describe('a form from another site', () => {
  it.each([
    ['no origin', () => undefined],
    ['the origin null', () => 'null'],
    ['an empty origin', () => ''],
    ['a foreign origin', () => 'https://evil.example'],
    ['the origin of another tenant', ({ origin }: Shopper) => origin.replace(client.tenant.slug, other.tenant.slug)],
    ['the origin without the port', ({ host }: Shopper) => `http://${host}`],
    ['another protocol', ({ origin }: Shopper) => origin.replace('http:', 'https:')],
    ['a longer host', ({ origin }: Shopper) => `${origin}.evil.example`],
    ['a path', ({ origin }: Shopper) => `${origin}/`],
  ])('is refused with %s', async (_name, originOf) => {
    const shopper = shops.shopper(client);
    const path = await shopper.order(`my-origin-${Math.random().toString(36).slice(2)}.com`);
    const before = await shops.effects(client);
    await shopper.get(path);
    const headers = { Origin: originOf(shopper) };
    for (const [url, fields] of [
      ['/order', form('my-forged-shop.com')],
      [path, { outcome: 'succeeds' }],
      ['/code', { code: 'kingfisher' }],
    ] as const) {
      const { status, text } = await shopper.post(url, fields, headers);
      expect([url, status]).toEqual([url, 403]);
      expect(text).toContain('This form has expired');
    }
    expect(await shops.effects(client)).toEqual(before);
  });

  it('is refused without the token of its visitor at its tenant', async () => {
    const [shopper, stranger, foreign] = [shops.shopper(client), shops.shopper(client), shops.shopper(other)];
    const path = await shopper.order('my-token-shop.com');
    const before = await shops.effects(client);
    for (const visitor of [shopper, stranger, foreign]) await visitor.get('/order?domain=my-token-shop.net');
    const [nonce, signature] = shopper.token.split('.');
    const tokens = [
      '',
      '.',
      'x',
      `${nonce}`,
      `${nonce}.`,
      `x.${signature}`,
      `${nonce}.${signature}x`,
      `${nonce}.${nonce}`,
    ];
    for (const token of [...tokens, stranger.token, foreign.token])
      for (const [url, fields] of [
        ['/order', form('my-forged-shop.com')],
        [path, { outcome: 'succeeds' }],
      ] as const)
        expect([token, (await shopper.post(url, { ...fields, token })).status]).toEqual([token, 403]);
    const bare = await shopper.call({ method: 'POST', path, form: { outcome: 'succeeds' } });
    expect(bare.status).toBe(403);
    expect(await shops.effects(client)).toEqual(before);
  });

  it('cannot pay the order of another visitor', async () => {
    const [owner, stranger] = [shops.shopper(client), shops.shopper(client)];
    const path = await owner.order('my-owned-shop.com');
    await stranger.get('/order?domain=my-owned-shop.net');
    const before = await shops.effects(client);
    expect((await stranger.post(path, { outcome: 'succeeds' })).status).toBe(404);
    expect(await shops.effects(client)).toEqual(before);
  });
});

describe('a foreign host', () => {
  const EVIL = 'evil.example';

  it('in X-Forwarded-Host is ignored without trusted proxies', async () => {
    const shopper = new Shopper(direct, hostOf(client));
    for (const host of [hostOf(other), EVIL]) {
      const { status, text } = await shopper.get('/', { 'X-Forwarded-Host': host });
      expect(status).toBe(200);
      expect(text).toContain(client.tenant.slug);
      expect(text).not.toContain(host);
    }
  });

  it('in X-Forwarded-Host counts from a trusted proxy', async () => {
    const { text } = await shops.shopper(client).get('/', { 'X-Forwarded-Host': hostOf(other) });
    expect(text).toContain(other.tenant.slug);
    expect(text).not.toContain(client.tenant.slug);
  });

  it('is never reflected', async () => {
    const shopper = new Shopper(direct, hostOf(client));
    const order = await shopper.order('my-reflected-shop.com');
    const headers = { 'X-Forwarded-Host': EVIL, 'X-Forwarded-Proto': 'https', Forwarded: `host=${EVIL}` };
    const responses = [
      await shopper.get('/', headers),
      await shopper.get(order, headers),
      await shopper.get(`${order}/receipt`, headers),
      await shopper.get('/nowhere', headers),
      await shopper.post('/order', form('my-reflected-shop.net'), headers),
      await shopper.get('/', { Host: EVIL }),
      await shopper.get('/order', { Host: EVIL }),
    ];
    for (const { text, headers } of responses) {
      expect(text).not.toContain(EVIL);
      expect(JSON.stringify(headers)).not.toContain(EVIL);
    }
  });

  it.each(['evil.example', 'localhost', 'a.b.localhost', '.localhost', 'localhost.evil.example', '[::1]', '127.0.0.1'])(
    'shows no storefront: %s',
    async host => {
      const { status, text } = await new Shopper(direct, host).get('/order?domain=my-shop.com');
      expect(status).toBe(404);
      expect(text).not.toContain('<html');
    },
  );

  it('shows the storefront in other spellings of its host', async () => {
    for (const host of [hostOf(client).toUpperCase(), `${hostOf(client)}.`])
      expect((await new Shopper(direct, host).get('/')).text).toContain(client.tenant.slug);
  });
});

describe('caches', () => {
  it('store no page', async () => {
    const shopper = shops.shopper(client);
    const receipt = await shopper.buy('my-cached-shop.com');
    for (const path of ['/', '/?q=x', '/order?domain=my-shop.com', '/domains', receipt, '/nowhere', '/brand.x.css'])
      expect([path, (await shopper.get(path)).headers['cache-control']]).toEqual([path, 'no-store']);
  });

  it('store no brand of another tenant, and nothing under a wrong hash', async () => {
    const { text } = await shops.shopper(other).get('/');
    const [brand] = /\/brand\.[0-9a-f]+\.css/.exec(text)!;
    const own = await shops.shopper(other).get(brand);
    expect([own.status, own.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    const { status, headers, text: page } = await shops.shopper(client).get(brand);
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    expect(page).not.toContain('#00aa33');
    for (const path of ['/storefront.0123456789abcdef.css', '/storefront.css', '/logo.x', '/fonts/..%2fpalette.css'])
      expect([path, (await shops.shopper(client).get(path)).status]).toEqual([path, 404]);
  });
});

describe('hostile input', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    `' onfocus='alert(1)`,
    '" autofocus onfocus="alert(1)',
    '</title></textarea><svg onload=alert(1)>',
    'javascript:alert(1)',
    '<!--',
    ']]>',
    '&lt;script&gt;',
    'two\r\nlines',
    '\u0000\u0001\u001b',
    '\u202e\u2066moc.live\u2069',
    '\ud800',
    '{{7*7}}${7*7}',
    '%00%0d%0aSet-Cookie:x=y',
  ];
  const text = fc.oneof(fc.constantFrom(...HOSTILE), anyText);

  it.each(HOSTILE)('is text in the search: %j', async value => {
    const { status, text } = await shops.shopper(client).get(`/?q=${encode(value)}`);
    expect([200, 422]).toContain(status);
    expectInert(text);
  });

  it('is text in each field of the order', async () => {
    const names = ['domain', 'years', 'first_name', 'last_name', 'email', 'phone', 'country', '__proto__', 'x'];
    const fields = fc.record(Object.fromEntries(names.map(name => [name, text])), { requiredKeys: [] });
    const shopper = () => shops.shopper(client);
    await fc.assert(
      fc.asyncProperty(fields, async values => {
        const visitor = shopper();
        await visitor.get('/order?domain=my-hostile-shop.com');
        const valid = form('my-hostile-shop.com');
        const { status, text } = await visitor.post('/order', { ...valid, ...values });
        expect([303, 409, 422]).toContain(status);
        if (status !== 303) expectInert(text);
      }),
      { numRuns: 30 },
    );
  });

  it('is text on the pages of an order', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (first_name, last_name) => {
        const visitor = shops.shopper(client);
        await visitor.get('/order?domain=my-named-shop.com');
        const { status, headers } = await visitor.post('/order', {
          ...form('my-named-shop.com'),
          first_name,
          last_name,
        });
        if (status === 303) expectInert((await visitor.get(String(headers['location']))).text);
      }),
      { numRuns: 30 },
    );
  });

  it('is text in the path and the query', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (path, query) => {
        const [a, b] = [path, query].map(part => encode(part));
        const visitor = shops.shopper(client);
        for (const url of [
          `/${a}`,
          `/orders/${a}`,
          `/share/${a}`,
          `/order?domain=${b}`,
          `/domains?before=${b}`,
          `/?${b}`,
        ]) {
          const { status, text } = await visitor.get(url);
          expect([url, [200, 303, 404, 409, 422].includes(status)]).toEqual([url, true]);
          if (text) expectInert(text);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('in the query of a developer is refused or ignored', async () => {
    const developer = await shops.developer(client);
    for (const before of HOSTILE)
      expect((await developer.get(`/domains?before=${encode(before)}`)).status).toBeLessThan(500);
  });

  it('cannot repeat or invent fields', async () => {
    const shopper = shops.shopper(client);
    await shopper.get('/order?domain=my-repeated-shop.com');
    const { token } = shopper;
    const fields = new URLSearchParams({ token, ...form('my-repeated-shop.com') });
    const invented = '&years=2&__proto__=x&__proto__[years]=9&constructor=y&toString=z&order_id=ord_1&total=0';
    const { status, headers } = await shopper.call({ method: 'POST', path: '/order', form: `${fields}${invented}` });
    expect(status).toBe(303);
    expect((await shopper.get(String(headers['location']))).text).toContain('2 years');
    expect(({} as { years?: string }).years).toBeUndefined();
  });

  it('in large forms is answered with 413, and in other media types or codings with 415', async () => {
    const shopper = shops.shopper(client);
    await shopper.get('/order?domain=my-large-shop.com');
    const large = await shopper.post('/order', { ...form('my-large-shop.com'), first_name: 'x'.repeat(20_000) });
    expect(large.status).toBe(413);
    expect(large.text).toContain('The form is too large');
    const types = ['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'text/html', ''];
    const codings = ['gzip', 'br', 'zstd', 'UTF-8'].map(coding => ({ 'Content-Encoding': coding }));
    for (const headers of [...types.map(type => ({ 'Content-Type': type })), ...codings]) {
      const { status, text } = await shopper.post('/order', form('my-typed-shop.com'), headers);
      expect([headers, status]).toEqual([headers, 415]);
      expect(text).toContain('The form cannot be read');
    }
  });
});

describe('paths', () => {
  const send = (path: string, method = 'GET') =>
    sendRaw(direct.origin, `${method} ${path} HTTP/1.1\r\nHost: ${hostOf(client)}\r\nConnection: close\r\n\r\n`);

  it.each([
    '//',
    '//evil.example',
    '//evil.example/..',
    '/%2e%2e',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/../..',
    '/.env',
    '/fonts/..%2f..%2fpackage.json',
    '/fonts/%00',
    '/orders/%00',
    '/orders/%ff',
    '/orders/%zz',
    '/%',
    '/orders/ord_1/receipt/x',
    `/share/${'x'.repeat(300)}`,
    `/orders/${'x'.repeat(5_000)}`,
    `/${'x'.repeat(5_000)}`,
    '/storefront',
    '/__proto__',
    '/\\evil.example',
    '*',
  ])('that do not exist are answered with a page: %s', async path => {
    const { status, headers, text } = await send(path);
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['location']).toBeUndefined();
    expectInert(text);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('do not accept %s', async method => {
    for (const path of ['/', '/order', '/orders/ord_1', '/code']) {
      const { status, headers } = await send(path, method);
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
    }
  });

  it('accept HEAD wherever a page is', async () => {
    const shopper = shops.shopper(client);
    const receipt = await shopper.buy('my-head-shop.com');
    const order = await shopper.order('my-head-shop.net');
    for (const path of ['/', '/?q=my-shop', '/order?domain=my-shop.com', order, receipt, '/domains', '/nowhere']) {
      const [get, head] = [await shopper.get(path), await shopper.call({ method: 'HEAD', path })];
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
  });
});

describe('response headers', () => {
  const CSP =
    "default-src 'none';connect-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none';" +
    "script-src 'self';style-src 'self';img-src 'self';font-src 'self'";

  it('restrict every page and file', async () => {
    const shopper = shops.shopper(client);
    const { text } = await shopper.get('/');
    const files = [...text.matchAll(/(?:href|src)="(\/[a-z]+\.[^"]+)"/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThan(3);
    for (const path of ['/', '/nowhere', '/fonts/figtree-latin-400-normal.woff2', ...files])
      expect((await shopper.get(path)).headers).toMatchObject({
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
  });

  it('set cookies for this host only, which scripts cannot read', async () => {
    const cookie = (await shops.shopper(client).get('/')).headers['set-cookie'];
    expect(cookie).toMatch(/^nameyard_visitor=[\w-]{32}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('set secure cookies over https, as a trusted proxy reports it', async () => {
    const https = { 'X-Forwarded-Proto': 'https' };
    const { headers } = await shops.shopper(client, https).get('/');
    expect(headers['set-cookie']).toMatch(
      /^__Host-nameyard_visitor=[\w-]{32}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(headers['strict-transport-security']).toMatch(/max-age=\d+/);
    const untrusted = await new Shopper(direct, hostOf(client), https).get('/');
    expect(untrusted.headers['set-cookie']).toMatch(/^nameyard_visitor=/);
    expect(untrusted.headers['strict-transport-security']).toBeUndefined();
  });

  it('allow a purchase over https', async () => {
    const shopper = shops.shopper(client, { 'X-Forwarded-Proto': 'https' });
    await shopper.get('/order?domain=my-secure-shop.com');
    const Origin = shopper.origin.replace('http:', 'https:');
    expect((await shopper.post('/order', form('my-secure-shop.com'), { Origin })).status).toBe(303);
  });
});

it('shows no secret on any page', async () => {
  const developer = await shops.developer(client);
  const receipt = await developer.buy('my-secret-shop.com');
  const texts = await Promise.all(
    ['/', '/?q=my-shop', '/order?domain=my-shop.com', receipt, '/domains'].map(
      async path => (await developer.get(path)).text,
    ),
  );
  for (const text of texts) {
    expect(text).not.toMatch(/ny_(sandbox|live)_|whsec_|nameyard_(visitor|developer)/);
    expect(text).not.toContain(other.tenant.slug);
    for (const [name, value] of developer.cookies) if (name !== 'nameyard_basket') expect(text).not.toContain(value);
  }
});

it('answers with a page when the tenant cannot be read', async () => {
  const { sandbox } = await Shops.start();
  const { tenant } = await sandbox.tenant();
  await sandbox.rows('ALTER TABLE tenancy.tenants RENAME TO elsewhere');
  const { status, headers, text } = await new Shopper(sandbox, `${tenant.slug}.localhost`).get('/');
  expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
  expect(text).toContain('Something went wrong');
  expect(text).not.toContain('tenancy');
});
