import { concurrently, outcomeOf, retryUnavailable } from '../support/outcome.js';
import type { PortalClient, Visitor } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { storeCheapHash } from '../support/store-cheap-hash.js';

let sandbox: Sandbox;
let peer: Sandbox;
let ada: PortalClient;

const WRONG = 'not my password';
const NEW = 'seven rabbits under a kettle';
const HERE = { 'X-Forwarded-For': '192.0.2.1' };

beforeAll(async () => {
  const settings = { trustedProxies: ['127.0.0.0/8'] };
  sandbox = await startSandbox({ settings });
  peer = await startSandbox({ settings, peerOf: sandbox });
});
beforeEach(async () => {
  await sandbox.rows('DELETE FROM identity.login_limits');
  ada = await sandbox.person({ role: 'operator' });
});
afterEach(() => sandbox.clock.reset());

/** A browser with only the given device cookie. */
const browserWith = (device: string | undefined, at = sandbox): Visitor => Object.assign(at.visitor(), { device });

const logInWith = (device: string | undefined, { email, password }: PortalClient['credentials'], at = sandbox) =>
  retryUnavailable(() => browserWith(device, at).logIn(email, password, HERE));

/** Uses up the limits for unknown devices at the address `HERE`. */
async function lockOutUnknownDevices({ credentials }: PortalClient): Promise<void> {
  for (let n = 0; n < 5; n++)
    expect(outcomeOf(await logInWith(undefined, { ...credentials, password: WRONG }))).toBe('401 LOGIN_FAILED');
  expect(outcomeOf(await logInWith(undefined, credentials))).toBe('429 LOGIN_LIMITED');
}

describe('a known device', () => {
  /** Rows of all limits except those of known devices, with their last transaction. */
  const otherLimits = () =>
    sandbox.rows(
      `SELECT key, points, xmin::text FROM identity.login_limits WHERE key NOT LIKE 'device:%' ORDER BY key`,
    );

  it('logs in while the account is locked for unknown devices, in every process', async () => {
    await storeCheapHash(sandbox, ada);
    await ada.startSession(); // devices are unknown after the hash changes
    const responses = await concurrently(4, async worker => {
      const outcomes: string[] = [];
      for (let n = 0; n < 25; n++) {
        const address = { 'X-Forwarded-For': `203.0.113.${worker * 5 + Math.floor(n / 5)}` };
        outcomes.push(
          outcomeOf(await retryUnavailable(() => sandbox.visitor().logIn(ada.credentials.email, WRONG, address))),
        );
      }
      return outcomes;
    });
    expect([...new Set(responses.flat())]).toEqual(['401 LOGIN_FAILED']);
    expect(outcomeOf(await logInWith(undefined, ada.credentials))).toBe('429 LOGIN_LIMITED');
    for (const process of [sandbox, peer])
      expect(outcomeOf(await logInWith(ada.device, ada.credentials, process))).toBe('200');
  });

  it('logs in from an address that has used up its limit', async () => {
    for (let n = 0; n < 30; n++)
      await retryUnavailable(() => sandbox.visitor().logIn(`guess-${n}@example.com`, WRONG, HERE));
    expect(outcomeOf(await logInWith(undefined, ada.credentials))).toBe('429 LOGIN_LIMITED');
    expect(outcomeOf(await logInWith(ada.device, ada.credentials))).toBe('200');
  });

  it('has its own limit of five attempts in 15 minutes', async () => {
    const other = await ada.otherSession();
    await logInWith(undefined, { ...ada.credentials, password: WRONG });
    const before = await otherLimits();
    for (let n = 0; n < 5; n++)
      expect(outcomeOf(await logInWith(ada.device, { ...ada.credentials, password: WRONG }))).toBe('401 LOGIN_FAILED');
    const response = await logInWith(ada.device, ada.credentials, peer);
    expect(outcomeOf(response)).toBe('429 LOGIN_LIMITED');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(before).not.toEqual([]);
    expect(await otherLimits()).toEqual(before);
    // Unknown devices and other known devices are not affected.
    expect(outcomeOf(await logInWith(other.device, ada.credentials))).toBe('200');
    expect(outcomeOf(await logInWith(undefined, ada.credentials))).toBe('200');
    expect(
      await sandbox.rows(`SELECT FROM identity.login_limits WHERE key LIKE 'device:%' AND points = 5`),
    ).toHaveLength(1);
    sandbox.clock.advance({ minutes: 15 });
    expect(outcomeOf(await logInWith(ada.device, ada.credentials))).toBe('200');
  });

  it('stays known after the session ends', async () => {
    await ada.delete('sessions');
    expect(ada.cookie).toBeUndefined();
    await lockOutUnknownDevices(ada);
    expect(outcomeOf(await logInWith(ada.device, ada.credentials))).toBe('200');
  });

  it('becomes unknown when an operator resets the password', async () => {
    const operator = await sandbox.person({ role: 'operator' });
    const { body } = await operator.confirmed(`people/${ada.credentials.id}/password`);
    const changed = Object.assign(ada, { credentials: { ...ada.credentials, password: body.data.password } });
    await lockOutUnknownDevices(changed);
    expect(outcomeOf(await logInWith(ada.device, changed.credentials))).toBe('429 LOGIN_LIMITED');
  });

  it('becomes unknown when the password is changed on another device', async () => {
    const other = await ada.otherSession();
    expect(outcomeOf(await other.post('password', { current: ada.credentials.password, password: NEW }))).toBe('200');
    const changed = Object.assign(ada, { credentials: { ...ada.credentials, password: NEW } });
    await lockOutUnknownDevices(changed);
    expect(outcomeOf(await logInWith(ada.device, changed.credentials))).toBe('429 LOGIN_LIMITED');
    expect(outcomeOf(await logInWith(other.device, changed.credentials))).toBe('200');
  });
});

describe('device cookie', () => {
  const lineOf = (header: string | string[] | undefined) =>
    [header ?? []].flat().find(line => line.includes('nameyard_device')) ?? '';

  it('is HttpOnly, SameSite=Lax, and valid for a year', async () => {
    const { headers } = await sandbox.visitor().logIn(ada.credentials.email, ada.credentials.password, HERE);
    expect(lineOf(headers['set-cookie'])).toMatch(
      /^nameyard_device=[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('is Secure with the prefix __Host- over https and is only accepted under that name', async () => {
    const https = { ...HERE, 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'portal.example.com' };
    const headers = { ...https, Origin: 'https://portal.example.com' };
    const browser = sandbox.visitor();
    const response = await browser.logIn(ada.credentials.email, ada.credentials.password, headers);
    expect(lineOf(response.headers['set-cookie'])).toMatch(
      /^__Host-nameyard_device=[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await lockOutUnknownDevices(ada);
    const logIn = (device: string) =>
      browserWith(device).logIn(ada.credentials.email, ada.credentials.password, headers);
    expect(outcomeOf(await logIn(browser.device!.replace('__Host-', '')))).toBe('429 LOGIN_LIMITED');
    expect(outcomeOf(await logIn(browser.device!))).toBe('200');
  });

  it('is unique per device, does not reveal the account and is neither stored nor logged', async () => {
    const other = await ada.otherSession();
    const [token, another] = [ada, other].map(({ device }) => device!.split('=')[1]!) as [string, string];
    expect(another).not.toBe(token);
    const content = Buffer.from(token, 'base64url').toString('latin1');
    for (const text of [ada.credentials.id, ada.credentials.email, 'usr_']) expect(content).not.toContain(text);
    await logInWith(ada.device, { ...ada.credentials, password: WRONG });
    for (const table of ['login_limits', 'sessions', 'people'])
      expect(JSON.stringify(await sandbox.rows(`SELECT * FROM identity.${table}`))).not.toContain(token);
    expect(JSON.stringify(sandbox.log)).not.toContain(token);
  });

  it('is set only by a successful login', async () => {
    const { headers } = await logInWith(undefined, { ...ada.credentials, password: WRONG });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is rejected for another account or when altered', async () => {
    const stranger = await sandbox.person({ role: 'operator' });
    await lockOutUnknownDevices(ada);
    const token = ada.device!.split('=')[1]!;
    const forgeries = [
      stranger.device!.split('=')[1]!,
      '',
      'x',
      'x'.repeat(token.length),
      token.slice(1),
      token.slice(0, -4),
      `${token}AAAA`,
      (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
      `${token.slice(0, 60)}${token[60] === 'A' ? 'B' : 'A'}${token.slice(61)}`,
    ];
    for (const forgery of forgeries)
      expect([forgery, outcomeOf(await logInWith(`nameyard_device=${forgery}`, ada.credentials))]).toEqual([
        forgery,
        '429 LOGIN_LIMITED',
      ]);
    expect(outcomeOf(await logInWith(ada.device, ada.credentials))).toBe('200');
  });

  it('has one limit for all encodings of its value', async () => {
    for (let n = 0; n < 5; n++)
      expect(outcomeOf(await logInWith(ada.device, { ...ada.credentials, password: WRONG }))).toBe('401 LOGIN_FAILED');
    // Base64 decoders skip characters outside the alphabet.
    for (const suffix of ['=', '==', '!', '.', ' ', '%20'])
      expect(outcomeOf(await logInWith(`${ada.device}${suffix}`, ada.credentials))).toBe('429 LOGIN_LIMITED');
  });

  it('does not let a disabled account log in', async () => {
    const operator = await sandbox.person({ role: 'operator' });
    await operator.patch(`people/${ada.credentials.id}`, { disabled: true });
    expect(outcomeOf(await logInWith(ada.device, ada.credentials))).toBe('401 LOGIN_FAILED');
  });
});
