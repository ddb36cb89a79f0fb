import { Identities, People } from '#identity';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { TestProvider } from '../support/openid-provider.js';
import type { PortalClient } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';
import { addTotp } from '../support/totp.js';

let provider: TestProvider;
let sandbox: Sandbox;
let operator: PortalClient;

beforeAll(async () => {
  provider = await TestProvider.start();
  sandbox = await startSandbox({ settings: { ...provider.settings, encryptionKey: Buffer.alloc(32, 1) } });
  operator = await sandbox.person({ role: 'operator' });
});

/** A browser that keeps cookies by host and follows redirects. */
class Browser {
  private readonly cookies = new Map<string, Map<string, string>>();

  /** Returns where the redirects end: the first page of the portal that is not about OpenID Connect. */
  async follow(start: string): Promise<string> {
    for (let url = new URL(start, sandbox.origin), hops = 0; hops < 10; hops++) {
      const isPortal = url.origin === sandbox.origin;
      if (isPortal && !url.pathname.startsWith('/portal/openid/')) return url.pathname + url.search;
      url = new URL(await this.locationOf(url), url);
    }
    throw new Error('too many redirects');
  }

  async locationOf(url: URL): Promise<string> {
    const jar = this.cookies.get(url.host) ?? new Map<string, string>();
    this.cookies.set(url.host, jar);
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { Cookie } });
    const body = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url.href} → ${response.status} ${body.slice(0, 500)}`);
    return location;
  }

  /** A cookie of Nameyard. */
  cookie(name: string): string | undefined {
    return this.cookies.get(new URL(sandbox.origin).host)?.get(`nameyard_${name}`);
  }
}

const START = '/portal/openid/start';

/** Logs in as the account of the provider; returns the last page and the ID of the person. */
async function logIn(account: TestProvider['account'], back?: string) {
  provider.account = account;
  const browser = new Browser();
  const page = await browser.follow(back === undefined ? START : `${START}?back=${encodeURIComponent(back)}`);
  const session = browser.cookie('session');
  const visitor = Object.assign(sandbox.visitor(), { cookie: `nameyard_session=${session}` });
  const { body } = session === undefined ? { body: undefined } : await visitor.get('session');
  return { page, person: body?.data?.id as string | undefined };
}

/** Queries that wait for a lock. */
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const failedWith = (reason: string) => ({ page: `/portal/login-failed?reason=${reason}`, person: undefined });

const lastFailure = async () => (await operator.get('audit?action=session.fail&limit=1')).body.data.entries[0];

describe('login with OpenID Connect', () => {
  it('explains that the provider is not reachable, and recovers when it is', async () => {
    expect((await sandbox.visitor().get('login-methods')).body.data).toEqual({ openid: 'Acme', passkeys: false });
    const { email, password } = operator.credentials;
    expect((await sandbox.visitor().logIn(email, password)).status).toBe(200);
    expect(await logIn('denied')).toEqual(failedWith('unavailable'));
    provider.open(`${sandbox.origin}/portal/openid/callback`);
    expect(await logIn('denied')).toEqual(failedWith('denied'));
  });

  it('logs in the person with the verified email, and then the one with the subject', async () => {
    const { id, email } = (await sandbox.person({ role: 'operator' })).credentials;
    const first = await logIn({ sub: 'ada', email: email.toUpperCase(), verified: true }, '/people?x=1');
    expect(first).toEqual({ page: '/portal/logged-in?back=%2Fpeople%3Fx%3D1', person: id });
    const renamed = { sub: 'ada', email: 'renamed@example.com', verified: false };
    expect(await logIn(renamed)).toEqual({ page: '/portal/logged-in', person: id });
    const { entries } = (await operator.get('audit?limit=5')).body.data;
    expect(entries).toMatchObject([
      { action: 'session.begin', actor: email, after: { with: 'openid' } },
      { action: 'session.begin', actor: email },
      { action: 'person.connect-openid', subject: id, after: { email, issuer: provider.issuer, subject: 'ada' } },
      {},
      {},
    ]);
  });

  it('refuses another subject with the email of a connected person until it is disconnected', async () => {
    const { id, email } = (await sandbox.person({ role: 'operator' })).credentials;
    await logIn({ sub: 'grace', email, verified: true });
    const successor = { sub: 'successor', email, verified: true };
    expect(await logIn(successor)).toEqual(failedWith('other_identity'));
    const account = await sandbox.app.get(People).find(id);
    expect(await sandbox.app.get(Identities).disconnect(account, TESTER)).toMatchObject({ disconnected: 1 });
    expect(await logIn(successor)).toMatchObject({ person: id });
  });

  it('creates no account for unknown people, and none for unverified emails', async () => {
    const [{ count }] = await sandbox.rows('SELECT count(*) FROM identity.people');
    expect(await logIn({ sub: 'x', email: 'x@example.com', verified: true })).toEqual(failedWith('unknown_person'));
    expect(await lastFailure()).toMatchObject({ actor: 'x@example.com', after: { reason: 'openid: unknown email' } });
    const { email } = operator.credentials;
    expect(await logIn({ sub: 'y', email, verified: false })).toEqual(failedWith('unverified_email'));
    expect(await sandbox.rows('SELECT count(*) FROM identity.people')).toEqual([{ count }]);
    expect(await sandbox.rows(`SELECT * FROM identity.identities WHERE subject IN ('x', 'y')`)).toEqual([]);
  });

  it('refuses an ID token whose signature is wrong, also from the token endpoint', async () => {
    const { email } = (await sandbox.person({ role: 'operator' })).credentials;
    provider.signsWithWrongKey = true;
    expect(await logIn({ sub: 'forged', email, verified: true })).toEqual(failedWith('provider_error'));
    expect(await sandbox.rows(`SELECT * FROM identity.identities WHERE subject = 'forged'`)).toEqual([]);
    provider.signsWithWrongKey = false;
    expect((await logIn({ sub: 'forged', email, verified: true })).page).toBe('/portal/logged-in');
  });

  it('refuses disabled people, and ends an invitation that was not answered', async () => {
    const invitation = { email: 'invited@example.com', role: 'operator' };
    const { person } = (await operator.confirmed('people/invitations', invitation)).body.data;
    expect(await logIn({ sub: 'i', email: person.email, verified: true })).toMatchObject({ person: person.id });
    expect((await operator.get('people/links')).body.data.links).toEqual([]);
    await operator.patch(`people/${person.id}`, { disabled: true });
    expect(await logIn({ sub: 'i', email: person.email, verified: true })).toEqual(failedWith('disabled'));
  });

  it.each([['generation = generation + 1'], ['disabled_at = now()']])(
    'explains a change of the account during the login: %s',
    async change => {
      const { id, email } = (await sandbox.person({ role: 'operator' })).credentials;
      await logIn({ sub: id, email, verified: true });
      const tx = await sandbox.database.pool.connect();
      try {
        await tx.query('BEGIN');
        await tx.query(`UPDATE identity.people SET ${change} WHERE id = $1`, [id]);
        const outcome = logIn({ sub: id, email, verified: true });
        await eventually(async () => expect(await sandbox.rows(WAITING)).not.toEqual([]));
        await tx.query('COMMIT');
        expect(await outcome).toEqual(failedWith('account_changed'));
      } finally {
        // Closed instead of reused: after a failure, the transaction still holds its lock.
        tx.release(true);
      }
      expect(await lastFailure()).toMatchObject({ actor: email, after: { reason: 'openid: the account changed' } });
    },
  );

  it('asks people with a second factor for a code', async () => {
    const ada = await sandbox.person({ role: 'operator' });
    const [code] = (await addTotp(ada)).codes;
    provider.account = { sub: 'careful', email: ada.credentials.email, verified: true };
    const browser = new Browser();
    expect(await browser.follow(`${START}?back=%2Fpeople`)).toBe('/portal/login?step=code&back=%2Fpeople');
    expect(browser.cookie('session')).toBeUndefined();
    const visitor = Object.assign(sandbox.visitor(), { pending: `nameyard_pending=${browser.cookie('pending')}` });
    expect((await visitor.post('session/code', { code })).body.data.id).toBe(ada.credentials.id);
  });

  it('confirms changes for 5 minutes, for people without a password', async () => {
    const { person } = (await operator.confirmed('people/invitations', { email: 'sso@example.com', role: 'operator' }))
      .body.data;
    provider.account = { sub: 'sso', email: person.email, verified: true };
    const browser = new Browser();
    await browser.follow(START);
    const visitor = Object.assign(sandbox.visitor(), { cookie: `nameyard_session=${browser.cookie('session')}` });
    const { openid, fresh_until } = (await visitor.get('confirmation')).body.data;
    expect([openid, Date.parse(fresh_until) > Date.now()]).toEqual(['Acme', true]);
    expect(outcomeOf(await visitor.post('tokens', { name: 'x', current: 'a guess' }))).toBe('403 WRONG_PASSWORD');
    expect(outcomeOf(await visitor.post('tokens', { name: 'x' }))).toBe('201');
    sandbox.clock.advance({ minutes: 5 });
    expect(outcomeOf(await visitor.post('tokens', { name: 'x' }))).toBe('403 CONFIRMATION_REQUIRED');
    expect((await visitor.get('confirmation')).body.data.fresh_until).toBeNull();
    sandbox.clock.reset();
    expect(outcomeOf(await visitor.post('password', { password: 'seven kettles and a rabbit' }))).toBe('200');
    expect(outcomeOf(await sandbox.visitor().logIn(person.email, 'seven kettles and a rabbit'))).toBe('200');
    const account = await sandbox.app.get(People).find(person.id);
    await sandbox.app.get(Identities).disconnect(account, TESTER);
    expect(outcomeOf(await visitor.get('session'))).toBe('401 LOGIN_REQUIRED');
  });

  it('accepts a callback only in the browser that has started, with its state, for ten minutes', async () => {
    provider.account = { sub: 'z', email: operator.credentials.email, verified: true };
    expect(await new Browser().follow('/portal/openid/callback?code=x&state=y')).toBe(failedWith('expired').page);
    const started = async () => {
      const browser = new Browser();
      await browser.locationOf(new URL(START, sandbox.origin));
      return browser;
    };
    const wrongState = await (await started()).follow('/portal/openid/callback?code=x&state=y');
    expect(wrongState).toBe(failedWith('provider_error').page);
    const late = await started();
    sandbox.clock.advance({ minutes: 11 });
    expect(await late.follow('/portal/openid/callback?code=x&state=y')).toBe(failedWith('expired').page);
    sandbox.clock.reset();
  });

  it('returns to paths of the portal only', async () => {
    const account = { sub: 'ada', email: 'ada@example.com', verified: true };
    for (const back of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example'])
      expect((await logIn(account, back)).page).toBe('/portal/logged-in');
  });

  it('sends PKCE, state and nonce, and keeps them from scripts', async () => {
    const response = await fetch(new URL(START, sandbox.origin), { redirect: 'manual' });
    const query = Object.fromEntries(new URL(response.headers.get('location')!).searchParams);
    expect(query).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', scope: 'openid email' });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^nameyard_openid=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
