import { People } from '#identity';
import { outcomeOf } from '../support/outcome.js';
import type { PortalClient } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let peer: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  peer = await startSandbox({ peerOf: sandbox });
  await sandbox.person({ role: 'operator' });
});
afterEach(() => sandbox.clock.reset());

const developer = async () => sandbox.person({ role: 'developer', tenants: [await sandbox.tenant()] });
const operator = () => sandbox.person({ role: 'operator' });
const stateOf = async (client: PortalClient) => outcomeOf(await client.get('session'));
const OVER = '401 LOGIN_REQUIRED';

/** Also in other case, with signs and digits around or between the letters, repeated, and sequences of keys. */
const COMMON_PASSWORDS = [
  'unbelievable',
  '1qaz2wsx3edc4rfv',
  'Mailcreated5240',
  'iloveyou1234',
  '!!Monkey-2026!!',
  '  dragon 123456  ',
  'b.a.s.e.b.a.l.l.1',
  'LetMeInLetMeIn',
  'Ｐassword２０２６',
  'Nameyard-2026!',
  '123456123456',
  '1234567890123456',
  'zyxwvutsrqponm',
  'qwertyuiopasdf',
];

describe('401 LOGIN_REQUIRED', () => {
  it('is returned without a cookie and for unknown tokens', async () => {
    const visitor = sandbox.visitor();
    expect(outcomeOf(await visitor.get('session'))).toBe(OVER);
    for (const value of ['', 'x', 'x'.repeat(43), '%00', '"a"'])
      expect(outcomeOf(await visitor.get('session', { Cookie: `nameyard_session=${value}` }))).toBe(OVER);
  });

  it('is returned for a token outside the cookie', async () => {
    const token = (await developer()).cookie!.split('=')[1]!;
    const visitor = sandbox.visitor();
    for (const headers of [{ Authorization: `Bearer ${token}` }, { Cookie: `session=${token}` }])
      expect(outcomeOf(await visitor.get('session', headers))).toBe(OVER);
    expect(outcomeOf(await visitor.get(`session?nameyard_session=${token}`))).toBe(OVER);
  });
});

describe('session', () => {
  it('is stored as a hash and never logged', async () => {
    const client = await developer();
    const token = client.cookie!.split('=')[1]!;
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(JSON.stringify(await sandbox.rows('SELECT * FROM identity.sessions'))).not.toContain(token);
    expect(JSON.stringify(sandbox.log)).not.toContain(token);
    expect(JSON.stringify(sandbox.log)).not.toContain(client.credentials.password);
  });

  it('of a developer expires after 12 hours without a request', async () => {
    const client = await developer();
    sandbox.clock.advance({ hours: 11, minutes: 59 });
    expect(await stateOf(client)).toBe('200');
    sandbox.clock.advance({ hours: 11, minutes: 59 });
    expect(await stateOf(client)).toBe('200');
    sandbox.clock.advance({ hours: 12, minutes: 1 });
    expect(await stateOf(client)).toBe(OVER);
  });

  it('of a developer expires after a week', async () => {
    const client = await developer();
    for (let n = 0; n < 16; n++) {
      sandbox.clock.advance({ hours: 10 });
      expect(await stateOf(client)).toBe('200');
    }
    sandbox.clock.advance({ hours: 9 });
    expect(await stateOf(client)).toBe(OVER);
  });

  it('of an operator expires after an hour without a request and after 12 hours in any case', async () => {
    const [idle, busy] = [await operator(), await operator()];
    for (let n = 0; n < 13; n++) {
      sandbox.clock.advance({ minutes: 55 });
      expect(await stateOf(busy)).toBe('200');
    }
    expect(await stateOf(idle)).toBe(OVER);
    sandbox.clock.advance({ minutes: 6 });
    expect(await stateOf(busy)).toBe(OVER);
  });

  it('ends at logout in every process; other sessions continue', async () => {
    const here = await developer();
    const there = await here.otherSession();
    const copy = peer.portalOf(here);
    expect(await stateOf(copy)).toBe('200');
    const response = await here.delete('session');
    expect(response.body.data).toEqual({ ended: 1 });
    expect(here.cookie).toBeUndefined();
    expect([await stateOf(copy), await stateOf(there)]).toEqual([OVER, '200']);
  });

  it('ends when the user logs out everywhere; sessions of others continue', async () => {
    const [here, other] = [await developer(), await developer()];
    const there = await here.otherSession();
    const response = await there.delete('sessions');
    expect(response.body.data).toEqual({ ended: 2, revoked_tokens: 0 });
    expect([await stateOf(here), await stateOf(there), await stateOf(other)]).toEqual([OVER, OVER, '200']);
  });

  it('ends when the account is disabled, changes its role or gets a new password', async () => {
    const people = sandbox.app.get(People);
    const changes: ((client: PortalClient) => Promise<unknown>)[] = [
      ({ credentials }) => people.change(credentials.id, { disabled: true }, TESTER),
      ({ credentials }) => people.change(credentials.id, { role: 'operator' }, TESTER),
      ({ credentials }) => people.resetPassword(credentials.id, TESTER),
    ];
    for (const change of changes) {
      const client = await developer();
      await change(client);
      expect([await stateOf(client), await stateOf(peer.portalOf(client))]).toEqual([OVER, OVER]);
    }
  });
});

describe('the sessions of a person', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const listOf = async (client: PortalClient) => (await client.get('sessions')).body.data.sessions;

  it('are listed with their browser, address and use, without those of others and those that are over', async () => {
    const here = await developer();
    await developer();
    const there = await here.otherSession();
    sandbox.clock.advance({ hours: 11 });
    const late = sandbox.visitor();
    await late.logIn(here.credentials.email, here.credentials.password, { 'User-Agent': FIREFOX });
    expect(await stateOf(here)).toBe('200');
    sandbox.clock.advance({ hours: 2 });
    const listed = await listOf(here);
    expect(listed).toHaveLength(2);
    expect(listed.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(listed.find(({ current }: { current: boolean }) => !current)).toMatchObject({
      id: expect.stringMatching(/^ses_/),
      browser: 'Firefox on Linux',
      address: '127.0.0.1',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    });
    expect(await stateOf(there)).toBe(OVER);
    expect((await here.get('sessions')).text).not.toContain('token_hash');
  });

  it('end one by one; those of others do not', async () => {
    const [here, other] = [await developer(), await developer()];
    const there = await here.otherSession();
    const id = (await listOf(there)).find(({ current }: { current: boolean }) => current).id;
    expect(outcomeOf(await other.delete(`sessions/${id}`))).toBe('404 SESSION_NOT_FOUND');
    expect((await here.delete(`sessions/${id}`)).body.data).toEqual({ ended: 1 });
    expect([await stateOf(here), await stateOf(there), await stateOf(other)]).toEqual(['200', OVER, '200']);
    expect(outcomeOf(await here.delete(`sessions/${id}`))).toBe('404 SESSION_NOT_FOUND');
    const [own] = await listOf(here);
    expect((await here.delete(`sessions/${own.id}`)).body.data).toEqual({ ended: 1 });
    expect(here.cookie).toBeUndefined();
  });

  it('end all at once except this one', async () => {
    const [here, other] = [await developer(), await developer()];
    const others = [await here.otherSession(), await here.otherSession()];
    const token = await here.token();
    expect((await here.delete('sessions/others')).body.data).toEqual({ ended: 2 });
    for (const client of others) expect(await stateOf(client)).toBe(OVER);
    expect([await stateOf(here), await stateOf(other), outcomeOf(await token.get('session'))]).toEqual(
      Array(3).fill('200'),
    );
    expect(await listOf(here)).toHaveLength(1);
  });
});

describe('password change', () => {
  const NEW = 'seven rabbits under a kettle';

  it('ends all other sessions and activates the new password', async () => {
    const here = await developer();
    const there = await here.otherSession();
    const response = await here.post('password', { current: here.credentials.password, password: NEW });
    expect(outcomeOf(response)).toBe('200');
    expect([await stateOf(here), await stateOf(there)]).toEqual(['200', OVER]);
    expect(outcomeOf(await sandbox.visitor().logIn(here.credentials.email, here.credentials.password))).toBe(
      '401 LOGIN_FAILED',
    );
    expect(outcomeOf(await sandbox.visitor().logIn(here.credentials.email, NEW))).toBe('200');
    const rows = await sandbox.rows('SELECT * FROM platform.audit WHERE subject = $1', [here.credentials.id]);
    expect(JSON.stringify(rows)).not.toMatch(/rabbits|argon2/);
  });

  it('requires the current password and is rate limited like a login', async () => {
    const client = await developer();
    for (let n = 0; n < 5; n++)
      expect(outcomeOf(await client.post('password', { current: 'a guess', password: NEW }))).toBe(
        '403 WRONG_PASSWORD',
      );
    const { password: current } = client.credentials;
    expect(outcomeOf(await client.post('password', { current, password: NEW }))).toBe('429 LOGIN_LIMITED');
  });

  it('rejects short, long, uniform and common passwords', async () => {
    const client = await developer();
    for (const password of [
      'eleven-char',
      'x'.repeat(129),
      'aaaaaaaaaaaaaaaa',
      'Password123456!',
      client.credentials.email,
      `${client.credentials.email.split('@')[0]!.toUpperCase()}2026!`,
      ...COMMON_PASSWORDS,
    ]) {
      const response = await client.post('password', { current: client.credentials.password, password });
      expect({ password, outcome: outcomeOf(response) }).toEqual({ password, outcome: '422 WEAK_PASSWORD' });
      expect(response.body.error.details).toMatchObject([{ field: 'password' }]);
    }
    const password = COMMON_PASSWORDS[0];
    const { body } = await client.post('password', { current: client.credentials.password, password });
    expect(body.error.message).toBe(
      'The password is a common password, or one with a few more characters, which attackers try first; use several unrelated words.',
    );
  });

  it('accepts long phrases of common words, random passwords and other alphabets', async () => {
    const client = await developer();
    for (const password of [
      'a new password',
      'correct horse battery',
      'x9Kq-44rT.0pLm',
      '7391 4820 6657 1148',
      'пять кроликов и чайник',
    ]) {
      const { status } = await client.post('password', { current: client.credentials.password, password });
      expect([password, status]).toEqual([password, 200]);
      client.credentials.password = password;
    }
  });
});
