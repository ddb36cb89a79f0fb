import { Factors } from '#identity';
import { Authenticator } from '../support/authenticator.js';
import { outcomeOf } from '../support/outcome.js';
import type { PortalClient, Visitor } from '../support/portal-client.js';
import { resetDuringLogin } from '../support/reset-during-login.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';
import { addTotp } from '../support/totp.js';

let sandbox: Sandbox;
let origin: string;
let ada: PortalClient;
let device: Authenticator;

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { trustedProxies: ['127.0.0.1'] } });
  // Browsers have no passkeys for IP addresses.
  origin = sandbox.origin.replace('127.0.0.1', 'localhost');
});
beforeEach(async () => {
  ada = await sandbox.person({ role: 'operator' });
  device = new Authenticator(origin);
});
afterEach(() => sandbox.clock.reset());

const post = (from: Visitor, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  from.post(path, body, { Host: new URL(origin).host, Origin: origin, ...headers });

const optionsOf = async (from: Visitor, path: string, body: object = {}) => {
  const { status, body: answer, text } = await post(from, path, body);
  if (status !== 200) throw new Error(text);
  return answer.data.options;
};

const start = (person = ada) => optionsOf(person, 'factors/passkeys/options', { current: person.credentials.password });

const add = async (person = ada, name?: string) =>
  post(person, 'factors/passkeys', device.attest(await start(person), name));

/** Logs in from another browser with the passkey of the device. */
async function logIn(visitor: Visitor = sandbox.visitor(), headers = {}) {
  const options = await optionsOf(visitor, 'session/passkey/options');
  return post(visitor, 'session/passkey', device.assert(options), headers);
}

/** A browser that has sent the right password. */
async function pending(person = ada) {
  const visitor = sandbox.visitor();
  const { email, password } = person.credentials;
  expect(outcomeOf(await visitor.logIn(email, password))).toBe('401 SECOND_FACTOR_REQUIRED');
  return visitor;
}

const passkeysOf = async (person = ada) => (await person.get('factors')).body.data.passkeys;

describe('a login with a passkey', () => {
  it('needs neither an email nor a password nor a code', async () => {
    await addTotp(ada);
    await add();
    device.counter++;
    const visitor = sandbox.visitor();
    const { status, body } = await logIn(visitor);
    expect([status, body.data.email]).toEqual([200, ada.credentials.email]);
    expect((await visitor.get('session')).status).toBe(200);
    const [entry] = (await visitor.get('audit?action=session.begin')).body.data.entries;
    expect(entry).toMatchObject({ actor: ada.credentials.email, after: { with: 'passkey' } });
    expect((await passkeysOf())[0].last_used_at).not.toBeNull();
  });

  it('uses each challenge once, for 5 minutes, in the same browser', async () => {
    await add();
    const visitor = sandbox.visitor();
    const options = await optionsOf(visitor, 'session/passkey/options');
    const { challenge } = visitor;
    const answer = device.assert(options);
    expect(outcomeOf(await post(sandbox.visitor(), 'session/passkey', answer))).toBe('409 PASSKEY_CHALLENGE_EXPIRED');
    expect(outcomeOf(await post(visitor, 'session/passkey', answer))).toBe('200');
    const copy = Object.assign(sandbox.visitor(), { challenge });
    expect(outcomeOf(await post(copy, 'session/passkey', answer))).toBe('409 PASSKEY_CHALLENGE_EXPIRED');
    const late = device.assert(await optionsOf(visitor, 'session/passkey/options'));
    sandbox.clock.advance({ minutes: 5 });
    expect(outcomeOf(await post(visitor, 'session/passkey', late))).toBe('409 PASSKEY_CHALLENGE_EXPIRED');
  });

  it('refuses a copy, which has an older counter, and records it', async () => {
    device.counter = 5;
    await add();
    device.counter = 6;
    expect(outcomeOf(await logIn())).toBe('200');
    expect(outcomeOf(await logIn())).toBe('401 PASSKEY_REJECTED');
    const [entry] = (await ada.get('audit?action=session.fail')).body.data.entries;
    expect(entry.after).toMatchObject({ email: ada.credentials.email, reason: expect.stringContaining('old counter') });
    device.counter = 7;
    expect(outcomeOf(await logIn())).toBe('200');
  });

  it('refuses other keys, other origins, devices that do not verify their user, and disabled accounts', async () => {
    await add();
    const known = device;
    device = Object.assign(new Authenticator(origin), { id: known.id });
    expect(outcomeOf(await logIn())).toBe('401 PASSKEY_REJECTED');
    device = new Authenticator(origin);
    expect(outcomeOf(await logIn())).toBe('401 PASSKEY_REJECTED');
    device = Object.assign(known, { verifiesUser: false });
    expect(outcomeOf(await logIn())).toBe('401 PASSKEY_REJECTED');
    device = Object.assign(known, { verifiesUser: true, origin: 'https://localhost.example.com' });
    expect(outcomeOf(await logIn())).toBe('401 PASSKEY_REJECTED');
    device = Object.assign(known, { origin });
    expect(outcomeOf(await logIn())).toBe('200');
    const other = await sandbox.person({ role: 'operator' });
    await other.patch(`people/${ada.credentials.id}`, { disabled: true });
    expect(outcomeOf(await logIn())).toBe('401 PASSKEY_REJECTED');
  });

  it('is limited by address after refusals', async () => {
    await add();
    const address = { 'X-Forwarded-For': '203.0.113.7' };
    const known = device;
    device = new Authenticator(origin);
    const outcomes: string[] = [];
    for (let tries = 0; tries < 31; tries++) outcomes.push(outcomeOf(await logIn(sandbox.visitor(), address)));
    expect(outcomes).toEqual([...Array(30).fill('401 PASSKEY_REJECTED'), '429 LOGIN_LIMITED']);
    device = known;
    expect(outcomeOf(await logIn(sandbox.visitor(), address))).toBe('429 LOGIN_LIMITED');
    expect(outcomeOf(await logIn())).toBe('200');
  });

  it('is offered where a passkey exists', async () => {
    await add();
    const methods = (host: string) => sandbox.visitor().get('login-methods', { Host: host });
    expect((await methods(new URL(origin).host)).body.data.passkeys).toBe(true);
    expect((await methods('127.0.0.1')).body.data.passkeys).toBe(false);
    const odd = await sandbox.visitor().get('login-methods', { 'X-Forwarded-Proto': 'toString' });
    expect(odd.body.data.passkeys).toBe(false);
    const refused = await sandbox.visitor().post('session/passkey/options');
    expect(outcomeOf(refused)).toBe('409 PASSKEYS_UNAVAILABLE');
  });
});

describe('the second step of a login', () => {
  it('accepts a passkey of the person, and no other one', async () => {
    expect((await add()).body.data.codes).toHaveLength(10);
    const visitor = await pending();
    expect((await visitor.get('session/second-step', { Host: new URL(origin).host })).body.data).toEqual({
      totp: false,
      passkey: true,
    });
    const options = await optionsOf(visitor, 'session/second-step/options');
    expect(options.allowCredentials).toMatchObject([{ id: device.id.toString('base64url') }]);
    const mine = device;
    const grace = await sandbox.person({ role: 'operator' });
    device = new Authenticator(origin);
    await add(grace);
    expect(outcomeOf(await post(visitor, 'session/second-step', device.assert(options)))).toBe('401 PASSKEY_REJECTED');
    const again = mine.assert(await optionsOf(visitor, 'session/second-step/options'));
    expect(outcomeOf(await post(visitor, 'session/passkey', again))).toBe('409 PASSKEY_CHALLENGE_EXPIRED');
    const { body } = await post(visitor, 'session/second-step', again);
    expect(body.data.email).toBe(ada.credentials.email);
    expect(visitor.pending).toBeUndefined();
    expect(outcomeOf(await post(visitor, 'session/second-step/options'))).toBe('401 LOGIN_EXPIRED');
  });

  it('accepts a recovery code instead, and ends with the last passkey', async () => {
    const { codes, passkey } = (await add()).body.data;
    const visitor = await pending();
    expect(outcomeOf(await visitor.post('session/code', { code: codes[0] }))).toBe('200');
    const { password: current } = ada.credentials;
    expect(outcomeOf(await ada.post('factors/totp/remove', { current }))).toBe('409 TOTP_MISSING');
    expect((await ada.post('factors/recovery-codes', { current })).body.data.codes).toHaveLength(10);
    const removed = await ada.post(`factors/passkeys/${passkey.id}/remove`, { current });
    expect(removed.body.data).toEqual({ totp_since: null, recovery_codes: 0, passkeys: [] });
    expect(outcomeOf(await sandbox.visitor().logIn(ada.credentials.email, current))).toBe('200');
  });
});

describe('the passkeys of a person', () => {
  it('are added with the password, listed, renamed and removed', async () => {
    const wrong = await post(ada, 'factors/passkeys/options', { current: 'not this one' });
    expect(outcomeOf(wrong)).toBe('403 WRONG_PASSWORD');
    const { passkey } = (await add(ada, ' Laptop ')).body.data;
    expect(passkey).toMatchObject({ name: 'Laptop', host: 'localhost', backed_up: false, last_used_at: null });
    expect((await start()).excludeCredentials).toHaveLength(1);
    const renamed = await ada.patch(`factors/passkeys/${passkey.id}`, { name: 'Old laptop' });
    expect(renamed.body.data).toEqual({ ...passkey, name: 'Old laptop' });
    const grace = await sandbox.person({ role: 'operator' });
    expect(outcomeOf(await grace.patch(`factors/passkeys/${passkey.id}`, { name: 'Mine' }))).toBe(
      '404 PASSKEY_NOT_FOUND',
    );
    const { password: current } = ada.credentials;
    await ada.post(`factors/passkeys/${passkey.id}/remove`, { current });
    expect(outcomeOf(await logIn())).toBe('401 PASSKEY_REJECTED');
  });

  it('are valid answers to a challenge of the person, and unique', async () => {
    const options = await start();
    const answer = device.attest(options);
    expect(outcomeOf(await post(ada, 'factors/passkeys', device.attest({ ...options, challenge: 'b3RoZXI' })))).toBe(
      '422 PASSKEY_INVALID',
    );
    const grace = await sandbox.person({ role: 'operator' });
    for (const other of [grace, await ada.otherSession()]) {
      Object.assign(other, { challenge: ada.challenge });
      expect(outcomeOf(await post(other, 'factors/passkeys', answer))).toBe('409 PASSKEY_CHALLENGE_EXPIRED');
    }
    expect(outcomeOf(await post(ada, 'factors/passkeys', answer))).toBe('201');
    expect(outcomeOf(await add())).toBe('409 PASSKEY_EXISTS');
  });

  it('confirm changes, for the session that asked', async () => {
    await add();
    const confirmed = async (from: Visitor, changed: object = {}) => {
      const answer = device.assert(await optionsOf(from, 'confirmation/options'));
      return outcomeOf(await post(from, 'tokens', { name: 'x', passkey: { ...answer, ...changed } }));
    };
    const browser = sandbox.visitor();
    await logIn(browser);
    expect(outcomeOf(await browser.post('tokens', { name: 'x' }))).toBe('403 CONFIRMATION_REQUIRED');
    expect(await confirmed(browser)).toBe('201');
    expect(await confirmed(browser, { signature: 'MEUCIQDx3mZ' })).toBe('403 WRONG_PASSKEY');
    const answer = device.assert(await optionsOf(browser, 'confirmation/options'));
    Object.assign(ada, { challenge: browser.challenge });
    expect(outcomeOf(await post(ada, 'tokens', { name: 'x', passkey: answer }))).toBe('409 PASSKEY_CHALLENGE_EXPIRED');
    const login = device.assert(await optionsOf(browser, 'session/passkey/options'));
    expect(outcomeOf(await post(browser, 'tokens', { name: 'x', passkey: login }))).toBe(
      '409 PASSKEY_CHALLENGE_EXPIRED',
    );
    const grace = await sandbox.person({ role: 'operator' });
    expect(await confirmed(grace)).toBe('403 WRONG_PASSKEY');
    const ways = (await browser.get('confirmation', { Host: new URL(origin).host })).body.data;
    expect(ways).toEqual({ code: true, passkey: true, openid: null, fresh_until: null });
  });

  it('end the other sessions when they are added and removed', async () => {
    const other = await ada.otherSession();
    const { passkey } = (await add()).body.data;
    expect(outcomeOf(await other.get('session'))).toBe('401 LOGIN_REQUIRED');
    const browser = sandbox.visitor();
    await logIn(browser);
    await ada.confirmed(`factors/passkeys/${passkey.id}/remove`);
    expect([outcomeOf(await ada.get('session')), outcomeOf(await browser.get('session'))]).toEqual([
      '200',
      '401 LOGIN_REQUIRED',
    ]);
  });

  it('are at most 10', async () => {
    for (let n = 0; n < 9; n++) {
      device = new Authenticator(origin);
      expect(outcomeOf(await add())).toBe('201');
    }
    device = new Authenticator(origin);
    const late = new Authenticator(origin).attest(await start());
    const challenge = ada.challenge;
    expect(outcomeOf(await add())).toBe('201');
    Object.assign(ada, { challenge });
    expect(outcomeOf(await post(ada, 'factors/passkeys', late))).toBe('409 TOO_MANY_PASSKEYS');
    const refused = await post(ada, 'factors/passkeys/options', { current: ada.credentials.password });
    expect(outcomeOf(refused)).toBe('409 TOO_MANY_PASSKEYS');
  });

  it('are removed by a reset of the factors, which ends the sessions', async () => {
    await add();
    expect(await sandbox.app.get(Factors).reset(ada.credentials.id, TESTER)).toMatchObject({
      removed: ['passkeys'],
    });
    expect((await ada.get('session')).status).toBe(401);
    expect(outcomeOf(await logIn())).toBe('401 PASSKEY_REJECTED');
  });

  it('are removed by a reset, which also ends a session that is being opened', async () => {
    await add();
    device.counter++;
    const { id } = ada.credentials;
    expect((await resetDuringLogin(sandbox, id, () => logIn())).status).toBe(200);
    expect(await sandbox.rows('SELECT FROM identity.sessions WHERE person_id = $1', [id])).toEqual([]);
    expect(outcomeOf(await logIn())).toBe('401 PASSKEY_REJECTED');
  });
});
