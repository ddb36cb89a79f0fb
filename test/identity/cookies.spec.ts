import { tenantPath as pathOf } from '../support/portal-client.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let proxied: Sandbox;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  proxied = await startSandbox({ settings: { trustedProxies: ['127.0.0.0/8'] } });
});

const PROXIED = {
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'portal.example.com',
  'X-Forwarded-For': '192.0.2.7',
};
const OUTSIDE = { ...PROXIED, Origin: 'https://portal.example.com' };

const cookieOf = (header: string | string[] | undefined) => [header ?? []].flat()[0] ?? '';

async function loggedIn(headers: Record<string, string>, at = sandbox) {
  const { credentials } = await at.person({ role: 'operator' });
  return at.visitor().logIn(credentials.email, credentials.password, headers);
}

describe('session cookie', () => {
  it('is HttpOnly and SameSite=Lax and has no domain', async () => {
    const { headers } = await loggedIn({});
    expect(cookieOf(headers['set-cookie'])).toMatch(
      /^nameyard_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('is Secure with the prefix __Host- behind a trusted HTTPS proxy, and is cleared under that name', async () => {
    const { headers } = await loggedIn(OUTSIDE, proxied);
    const cookie = cookieOf(headers['set-cookie']);
    expect(cookie).toMatch(
      /^__Host-nameyard_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const [pair = ''] = cookie.split(';', 1);
    const browser = Object.assign(proxied.visitor(), { cookie: pair });
    expect((await browser.get('session', PROXIED)).status).toBe(200);
    // Over https, the token is rejected under the unprefixed name, which any host could set.
    const plain = { Cookie: pair.replace('__Host-', '') };
    expect(outcomeOf(await browser.get('session', { ...PROXIED, ...plain }))).toBe('401 LOGIN_REQUIRED');
    const ended = await browser.delete('session', OUTSIDE);
    expect(cookieOf(ended.headers['set-cookie'])).toMatch(/^__Host-nameyard_session=; Max-Age=0; .*Secure/);
  });

  it('ignores the scheme and address that an untrusted proxy forwards', async () => {
    const { headers } = await loggedIn(PROXIED);
    expect(cookieOf(headers['set-cookie'])).not.toMatch(/Secure|__Host/);
    const [{ address }] = await sandbox.rows('SELECT address FROM identity.sessions ORDER BY created_at DESC LIMIT 1');
    expect(address).toBe('127.0.0.1');
  });

  it('records the client address that a trusted proxy forwards', async () => {
    const { body } = await loggedIn(OUTSIDE, proxied);
    const [line] = await proxied.rows(
      `SELECT address FROM platform.audit WHERE actor_id = $1 AND action = 'session.begin'
      ORDER BY position DESC LIMIT 1`,
      [body.data.id],
    );
    expect(line).toEqual({ address: '192.0.2.7' });
  });
});

describe('403 FOREIGN_ORIGIN', () => {
  it.each([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'https://127.0.0.1' },
    { Origin: undefined, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: undefined, 'Sec-Fetch-Site': 'same-site' },
    { Origin: undefined, 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ])('is returned for a change with %j', async headers => {
    const [tenant, operator] = [await sandbox.tenant(), await sandbox.person({ role: 'operator' })];
    const tries = [
      await operator.patch(pathOf(tenant), { suspended: true }, headers),
      await operator.delete('sessions', headers),
      await operator.logIn(operator.credentials.email, operator.credentials.password, headers),
    ];
    expect(tries.map(outcomeOf)).toEqual(Array.from(tries, () => '403 FOREIGN_ORIGIN'));
    expect((await tenant.search({ domain: 'example.com' })).status).toBe(200);
    expect((await operator.get('session', headers)).status).toBe(200);
  });

  it('is not returned for a program, which sends neither header', async () => {
    const operator = await sandbox.person({ role: 'operator' });
    const none = { Origin: undefined, 'Sec-Fetch-Site': undefined };
    expect((await operator.post('tenants', { slug: 'by-program' }, none)).status).toBe(201);
  });

  it('is not needed for HTML forms, which get 415', async () => {
    const operator = await sandbox.person({ role: 'operator' });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      undefined,
    ]) {
      const headers = { Origin: undefined, 'Sec-Fetch-Site': undefined, 'Content-Type': type };
      expect((await operator.post('tenants', '{"slug":"acme"}', headers)).status).toBe(415);
    }
  });
});

describe('every response', () => {
  it('is not cached and allows no other origin', async () => {
    const operator = await sandbox.person({ role: 'operator' });
    for (const path of ['session', 'people', 'tenants', 'audit', 'registrar']) {
      const { headers } = await operator.get(path, { Origin: 'https://evil.example' });
      expect(headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([]);
    }
    expect((await sandbox.visitor().get('session')).headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it('is 421 on the host of a tenant', async () => {
    await sandbox.tenant({ host: 'cookies.example.com' });
    const operator = await sandbox.person({ role: 'operator' });
    const response = await operator.get('session', { Host: 'cookies.example.com' });
    expect(outcomeOf(response)).toBe('421 MISDIRECTED_REQUEST');
  });
});
