import { People } from '#accounts';
import type { Answer } from '../support/answers.js';
import { outcomeOf } from '../support/outcome.js';
import type { PortalClient } from '../support/person.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let ada: PortalClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  ada = await sandbox.person({ role: 'developer', tenants: [await sandbox.tenant({ slug: 'demo' })] });
});
beforeEach(() => sandbox.rows('DELETE FROM accounts.login_limits'));
afterAll(() => sandbox.stop());

const logIn = (email: string, password: string) => sandbox.visitor().logIn(email, password);

describe('200 with the right password', () => {
  it('tells who it is, what they may see, and nothing of the password', async () => {
    const { email, password, id } = ada.who;
    const answer = await logIn(email, password);
    expect(outcomeOf(answer)).toBe('200');
    expect(answer.body.data).toEqual({
      id,
      email,
      role: 'developer',
      tenants: [{ slug: 'demo', name: 'demo' }],
      disabled: false,
      created_at: expect.any(String),
    });
  });

  it('whatever the case of the address, and with spaces around it', async () => {
    const { email, password } = ada.who;
    expect((await logIn(` ${email.toUpperCase()} `, password)).status).toBe(200);
  });

  it('gives another session each time', async () => {
    const here = await ada.elsewhere();
    const there = await ada.elsewhere();
    expect(here.cookie).not.toBe(there.cookie);
    expect([(await here.get('session')).status, (await there.get('session')).status]).toEqual([200, 200]);
  });
});

describe('401 LOGIN_FAILED, one answer for all that is wrong', () => {
  const shown = ({ status, text, headers }: Answer) => ({
    status,
    text,
    headers: Object.keys(headers).filter(name => !['x-request-id', 'date'].includes(name)),
  });

  it('is the same byte for byte for a wrong password, a disabled person and somebody unknown', async () => {
    const barred = await sandbox.person({ role: 'operator' });
    await sandbox.person({ role: 'operator' });
    await sandbox.app.get(People).change(barred.who.id, { disabled: true }, TESTER);
    const wrong = await logIn(ada.who.email, 'not my password');
    const others = [
      await logIn('nobody@example.com', 'not my password'),
      await logIn(barred.who.email, barred.who.password),
      await logIn(barred.who.email, 'not my password'),
      await logIn(ada.who.email, ada.who.password.toUpperCase()),
      await logIn(ada.who.email, `${ada.who.password} `),
    ];
    expect(outcomeOf(wrong)).toBe('401 LOGIN_FAILED');
    expect(wrong.headers['set-cookie']).toBeUndefined();
    for (const answer of others) expect(shown(answer)).toEqual(shown(wrong));
  });

  it('takes as long for somebody unknown', async () => {
    const timeOf = async (email: string) => {
      const started = performance.now();
      await logIn(email, 'not my password');
      return performance.now() - started;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < 8; n++) {
      await sandbox.rows('DELETE FROM accounts.login_limits');
      known.push(await timeOf(ada.who.email));
      unknown.push(await timeOf(`nobody-${n}@example.com`));
    }
    const middle = (times: number[]) => times.sort((a, b) => a - b)[4]!;
    const ratio = middle(unknown) / middle(known);
    // A look-up alone takes a tenth of a look-up and a hash.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

describe('422 for what is no login at all', () => {
  it.each([{}, { email: 'ada', password: 'x' }, { email: 'a@example.com' }, { email: 1, password: [] }])(
    '%j',
    async body => {
      expect(outcomeOf(await sandbox.visitor().post('session', body))).toBe('422 VALIDATION_FAILED');
    },
  );
});

describe('429 LOGIN_LIMITED', () => {
  const wrong = (email: string) => logIn(email, 'not my password');

  it('after five wrong passwords, though the sixth be right, and for that account alone', async () => {
    for (let n = 0; n < 5; n++) expect(outcomeOf(await wrong(ada.who.email))).toBe('401 LOGIN_FAILED');
    const answer = await logIn(ada.who.email, ada.who.password);
    expect(outcomeOf(answer)).toBe('429 LOGIN_LIMITED');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    expect((await wrong('other@example.com')).status).toBe(401);
  });

  it('for somebody unknown just as well, however long their address', async () => {
    const email = `${'x'.repeat(64)}@${'y'.repeat(60)}.${'z'.repeat(60)}.example`;
    for (let n = 0; n < 5; n++) expect((await wrong(email)).status).toBe(401);
    expect(outcomeOf(await wrong(email.toUpperCase()))).toBe('429 LOGIN_LIMITED');
  });

  it('not for somebody who knows their password', async () => {
    for (let n = 0; n < 12; n++) expect((await logIn(ada.who.email, ada.who.password)).status).toBe(200);
  });

  it('after thirty wrong ones from one address, whoever they were for', async () => {
    for (let n = 0; n < 30; n++) expect((await wrong(`guess-${n}@example.com`)).status).toBe(401);
    expect(outcomeOf(await wrong('guess-30@example.com'))).toBe('429 LOGIN_LIMITED');
    await sandbox.rows('UPDATE accounts.login_limits SET expire = 0');
    expect((await logIn(ada.who.email, ada.who.password)).status).toBe(200);
  });

  it('after as many from all the addresses that one household has in IPv6', async () => {
    const proxied = await startSandbox({ beside: sandbox, settings: { trustedProxies: ['127.0.0.0/8'] } });
    const from = (address: string, email: string) =>
      proxied.visitor().logIn(email, 'not my password', { 'X-Forwarded-For': address });
    for (let n = 0; n < 5; n++) await from(`2001:db8::${n}`, ada.who.email);
    expect(outcomeOf(await from('2001:db8::ffff:1:2:3', ada.who.email))).toBe('429 LOGIN_LIMITED');
    expect(outcomeOf(await from('2001:db8:0:1::1', ada.who.email))).toBe('401 LOGIN_FAILED');
    await proxied.stop();
  });

  it('counted for all processes together', async () => {
    const neighbour = await startSandbox({ beside: sandbox });
    for (let n = 0; n < 5; n++) await neighbour.visitor().logIn(ada.who.email, 'not my password');
    expect(outcomeOf(await logIn(ada.who.email, ada.who.password))).toBe('429 LOGIN_LIMITED');
    await neighbour.stop();
  });
});
