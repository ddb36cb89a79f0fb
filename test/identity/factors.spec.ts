import { Factors } from '#identity';
import { outcomeOf } from '../support/outcome.js';
import type { PortalClient } from '../support/portal-client.js';
import { resetDuringLogin } from '../support/reset-during-login.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';
import { addTotp, codeOf } from '../support/totp.js';

const STEP_MS = 30_000;

let sandbox: Sandbox;
let ada: PortalClient;
let app: Awaited<ReturnType<typeof addTotp>>;

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(async () => {
  ada = await sandbox.person({ role: 'operator' });
  app = await addTotp(ada);
});

/** A browser that has sent the right password. */
async function pending(person = ada) {
  const visitor = sandbox.visitor();
  const { email, password } = person.credentials;
  expect(outcomeOf(await visitor.logIn(email, password))).toBe('401 SECOND_FACTOR_REQUIRED');
  expect([visitor.cookie, visitor.pending]).toEqual([undefined, expect.stringMatching(/^nameyard_pending=./)]);
  return visitor;
}

const sendCode = async (code: string, from = pending()) => outcomeOf(await (await from).post('session/code', { code }));

async function disableAndEnable({ credentials: { id } }: PortalClient) {
  const other = await sandbox.person({ role: 'operator' });
  await other.patch(`people/${id}`, { disabled: true });
  await other.confirmed(`people/${id}`, { disabled: false }, 'PATCH');
}

/** An unused code: `app.code` confirmed the app, and that of the next time step is accepted, because clocks drift. */
const nextCode = () => codeOf(app.secret, Date.now() + STEP_MS);

describe('a login with an authenticator app', () => {
  it('needs a code after the password', async () => {
    const visitor = await pending();
    expect(outcomeOf(await visitor.get('session'))).toBe('401 LOGIN_REQUIRED');
    const response = await visitor.post('session/code', { code: nextCode() });
    expect([response.status, response.body.data.email]).toEqual([200, ada.credentials.email]);
    expect(visitor.pending).toBeUndefined();
    expect((await visitor.get('session')).status).toBe(200);
    const [entry] = (await visitor.get('audit?action=session.begin')).body.data.entries;
    expect(entry).toMatchObject({ actor: ada.credentials.email, after: { with: 'totp' } });
  });

  it('accepts a code once, also when two browsers send it at the same time', async () => {
    expect(await sendCode(app.code)).toBe('403 WRONG_CODE');
    const code = nextCode();
    const outcomes = await Promise.all([sendCode(code), sendCode(code)]);
    expect(outcomes.sort()).toEqual(['200', '403 WRONG_CODE']);
  });

  it('limits wrong codes like wrong passwords, and records them', async () => {
    const [visitor, outcomes] = [pending(), [] as string[]];
    for (let tries = 0; tries < 6; tries++) outcomes.push(await sendCode('000000', visitor));
    expect(outcomes).toEqual([...Array(5).fill('403 WRONG_CODE'), '429 LOGIN_LIMITED']);
    const { email, password } = ada.credentials;
    expect(outcomeOf(await sandbox.visitor().logIn(email, password))).toBe('429 LOGIN_LIMITED');
    const [entry] = (await ada.get('audit?action=session.fail')).body.data.entries;
    expect(entry).toMatchObject({ actor: email, after: { reason: 'wrong code' } });
    await sandbox.rows('DELETE FROM identity.login_limits');
  });

  it('does not count a right code as a failed attempt if the login fails afterwards', async () => {
    const visitor = await pending();
    await sandbox.rows(
      `CREATE FUNCTION identity.refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'configuration_limit_exceeded'; END $$`,
    );
    await sandbox.rows(
      'CREATE TRIGGER refuse BEFORE INSERT ON identity.sessions FOR EACH ROW EXECUTE FUNCTION identity.refuse()',
    );
    try {
      for (let tries = 0; tries < 6; tries++)
        expect(await sendCode(nextCode(), Promise.resolve(visitor))).toBe('503 SERVICE_UNAVAILABLE');
    } finally {
      await sandbox.rows('DROP FUNCTION identity.refuse CASCADE');
    }
    expect(await sendCode(nextCode(), Promise.resolve(visitor))).toBe('200');
  });

  it.each([
    ['logged out everywhere', () => ada.delete('sessions')],
    ['was disabled and enabled', () => disableAndEnable(ada)],
    ['got another factor', () => ada.confirmed('factors/recovery-codes')],
  ])('ends when the person %s', async (_what, change) => {
    const visitor = await pending();
    await change();
    expect(await sendCode(nextCode(), Promise.resolve(visitor))).toBe('401 LOGIN_EXPIRED');
    expect(await sendCode(nextCode())).toBe('200');
  });

  it('ends after 5 minutes, with a new password, and without its cookie', async () => {
    expect(await sendCode(nextCode(), Promise.resolve(sandbox.visitor()))).toBe('401 LOGIN_EXPIRED');
    const [late, stale] = [await pending(), await pending()];
    sandbox.clock.advance({ minutes: 5 });
    expect(await sendCode(nextCode(), Promise.resolve(late))).toBe('401 LOGIN_EXPIRED');
    sandbox.clock.reset();
    await ada.post('password', { current: ada.credentials.password, password: 'a kettle of seven rabbits' });
    expect(await sendCode(nextCode(), Promise.resolve(stale))).toBe('401 LOGIN_EXPIRED');
  });
});

describe('recovery codes', () => {
  it('work once each, in any spelling, until they are replaced', async () => {
    const [first = '', second = '', third = ''] = app.codes;
    expect(new Set(app.codes).size).toBe(10);
    expect(await sendCode(first)).toBe('200');
    expect(await sendCode(first)).toBe('403 WRONG_CODE');
    expect(await sendCode(` ${second.toUpperCase().replaceAll('-', ' ')} `)).toBe('200');
    expect((await ada.get('factors')).body.data.recovery_codes).toBe(8);
    const renewed = await ada.post('factors/recovery-codes', { current: ada.credentials.password });
    expect(await sendCode(third)).toBe('403 WRONG_CODE');
    expect(await sendCode(renewed.body.data.codes[0])).toBe('200');
  });

  it('and the secret are not stored in readable form', async () => {
    const stored = JSON.stringify([
      await sandbox.rows('SELECT * FROM identity.totp'),
      await sandbox.rows('SELECT * FROM identity.recovery_codes'),
    ]);
    for (const value of [app.secret, ...app.codes, ...app.codes.map(code => code.replaceAll('-', ''))])
      expect(stored).not.toContain(value);
  });
});

describe('changing factors', () => {
  it('requires the current password', async () => {
    for (const path of ['factors/totp', 'factors/totp/remove', 'factors/recovery-codes'])
      expect(outcomeOf(await ada.post(path, { current: 'wrong' }))).toBe('403 WRONG_PASSWORD');
    expect(outcomeOf(await ada.post('factors/totp', { current: ada.credentials.password }))).toBe('409 TOTP_ACTIVE');
  });

  it('accepts a code of the app or a recovery code instead, each once', async () => {
    const [recovery = ''] = app.codes;
    const code = nextCode();
    expect(outcomeOf(await ada.post('tokens', { name: 'x', code }))).toBe('201');
    expect(outcomeOf(await ada.post('tokens', { name: 'x', code }))).toBe('403 WRONG_CODE');
    expect(outcomeOf(await ada.post('tokens', { name: 'x', code: recovery }))).toBe('201');
    expect(outcomeOf(await ada.post('tokens', { name: 'x', code: recovery }))).toBe('403 WRONG_CODE');
    const wanted = { password: 'a kettle of seven rabbits', code: app.codes[1] };
    expect(outcomeOf(await ada.post('password', wanted))).toBe('200');
    const { email } = ada.credentials;
    expect(outcomeOf(await sandbox.visitor().logIn(email, wanted.password))).toBe('401 SECOND_FACTOR_REQUIRED');
  });

  it('is refused after 5 wrong confirmations of any kind, which are recorded', async () => {
    const { id } = ada.credentials;
    const tries = [{ current: 'wrong' }, { code: '000000' }, { code: 'aaaa-aaaa' }, { current: 'x' }, { code: '1' }];
    for (const confirmation of tries)
      expect(outcomeOf(await ada.post(`people/${id}/reset-factors`, confirmation))).toMatch(/^403 WRONG_/);
    const [entry] = (await ada.get('audit?action=session.fail')).body.data.entries;
    expect(entry).toMatchObject({ subject: id, after: { reason: expect.stringMatching(/^confirmation: /) } });
    for (const path of ['tokens', 'password', `people/${id}/password`, 'factors/totp/remove'])
      expect(outcomeOf(await ada.confirmed(path, { name: 'x', password: 'a kettle of seven rabbits' }))).toBe(
        '429 LOGIN_LIMITED',
      );
  });

  it('ends the other sessions', async () => {
    const bob = await sandbox.person({ role: 'operator' });
    const other = await bob.otherSession();
    await addTotp(bob);
    expect([outcomeOf(await bob.get('session')), outcomeOf(await other.get('session'))]).toEqual([
      '200',
      '401 LOGIN_REQUIRED',
    ]);
  });

  it('is confirmed only in the session that set up the app', async () => {
    const bob = await sandbox.person({ role: 'operator' });
    const { secret } = (await bob.confirmed('factors/totp')).body.data;
    const other = await bob.otherSession();
    const code = codeOf(secret);
    expect(outcomeOf(await other.post('factors/totp/confirm', { code }))).toBe('409 TOTP_MISSING');
    expect(outcomeOf(await bob.post('factors/totp/confirm', { code }))).toBe('200');
  });

  it('has no effect before the first code is confirmed', async () => {
    const bob = await sandbox.person({ role: 'operator' });
    expect((await bob.post('factors/totp', { current: bob.credentials.password })).status).toBe(201);
    expect(outcomeOf(await bob.post('factors/totp/confirm', { code: '000000' }))).toBe('403 WRONG_CODE');
    expect((await bob.get('factors')).body.data).toMatchObject({ totp_since: null, recovery_codes: 0 });
    expect((await bob.otherSession()).cookie).toBeDefined();
  });

  it('removes the recovery codes together with the app', async () => {
    const { body } = await ada.post('factors/totp/remove', { current: ada.credentials.password });
    expect(body.data).toMatchObject({ totp_since: null, recovery_codes: 0 });
    expect((await ada.otherSession()).cookie).toBeDefined();
  });

  it('lets operators reset the factors of a person', async () => {
    expect(await sandbox.app.get(Factors).reset(ada.credentials.id, TESTER)).toMatchObject({
      removed: ['totp'],
    });
    expect(outcomeOf(await ada.get('session'))).toBe('401 LOGIN_REQUIRED');
    await ada.startSession();
    expect((await ada.confirmed(`people/${ada.credentials.id}/reset-factors`)).body.data).toEqual({
      removed: [],
      revoked_tokens: 0,
    });
  });

  it.each([
    ['a code of the app', () => nextCode()],
    ['a recovery code', () => app.codes[0]!],
  ])('ends a session that is being opened with %s', async (_what, code) => {
    const visitor = await pending();
    const { id } = ada.credentials;
    const response = await resetDuringLogin(sandbox, id, () => visitor.post('session/code', { code: code() }));
    expect(response.status).toBe(200);
    expect(await sandbox.rows('SELECT FROM identity.sessions WHERE person_id = $1', [id])).toEqual([]);
  });
});
