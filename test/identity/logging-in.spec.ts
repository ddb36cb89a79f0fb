import { People } from '#identity';
import type { HttpResponse } from '../support/openapi-check.js';
import { outcomeOf } from '../support/outcome.js';
import type { PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let ada: PortalClient;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  ada = await sandbox.person({ role: 'developer', tenants: [await sandbox.tenant({ slug: 'demo' })] });
});
beforeEach(() => sandbox.rows('DELETE FROM identity.login_limits'));

const logIn = (email: string, password: string) => sandbox.visitor().logIn(email, password);

describe('correct password', () => {
  it('returns the account and its tenants, without the password', async () => {
    const { email, password, id } = ada.credentials;
    const response = await logIn(email, password);
    expect(outcomeOf(response)).toBe('200');
    expect(response.body.data).toEqual({
      id,
      email,
      role: 'developer',
      tenants: [{ slug: 'demo', name: 'demo' }],
      owners_masked: false,
      disabled: false,
      created_at: expect.any(String),
    });
  });

  it('works with any case of the email and with spaces around it', async () => {
    const { email, password } = ada.credentials;
    expect((await logIn(` ${email.toUpperCase()} `, password)).status).toBe(200);
  });

  it('starts a new session each time', async () => {
    const here = await ada.otherSession();
    const there = await ada.otherSession();
    expect(here.cookie).not.toBe(there.cookie);
    expect([(await here.get('session')).status, (await there.get('session')).status]).toEqual([200, 200]);
  });
});

describe('401 LOGIN_FAILED', () => {
  const shown = ({ status, text, headers }: HttpResponse) => ({
    status,
    text,
    headers: Object.keys(headers).filter(name => !['x-request-id', 'date'].includes(name)),
  });

  it('is the same byte for byte for a wrong password, a disabled account and an unknown email', async () => {
    const disabled = await sandbox.person({ role: 'operator' });
    await sandbox.person({ role: 'operator' });
    await sandbox.app.get(People).change(disabled.credentials.id, { disabled: true }, TESTER);
    const wrong = await logIn(ada.credentials.email, 'not my password');
    const others = [
      await logIn('nobody@example.com', 'not my password'),
      await logIn(disabled.credentials.email, disabled.credentials.password),
      await logIn(disabled.credentials.email, 'not my password'),
      await logIn(ada.credentials.email, ada.credentials.password.toUpperCase()),
      await logIn(ada.credentials.email, `${ada.credentials.password} `),
    ];
    expect(outcomeOf(wrong)).toBe('401 LOGIN_FAILED');
    expect(wrong.headers['set-cookie']).toBeUndefined();
    for (const response of others) expect(shown(response)).toEqual(shown(wrong));
  });

  it('uses as much CPU time for an unknown email', async () => {
    // In microseconds. Other processes prolong an attempt, but add no CPU time; the service hashes in this process.
    const cpuTimeOf = async (email: string) => {
      const before = process.cpuUsage();
      await logIn(email, 'not my password');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < 8; n++) {
      await sandbox.rows('DELETE FROM identity.login_limits');
      known.push(await cpuTimeOf(ada.credentials.email));
      unknown.push(await cpuTimeOf(`nobody-${n}@example.com`));
    }
    // The smallest values, because other work of this process can only add to an attempt.
    const ratio = Math.min(...unknown) / Math.min(...known);
    // Without hashing, an attempt would take a tenth of the time.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

describe('422 VALIDATION_FAILED', () => {
  it.each([{}, { email: 'ada', password: 'x' }, { email: 'a@example.com' }, { email: 1, password: [] }])(
    'is returned for %j',
    async body => {
      expect(outcomeOf(await sandbox.visitor().post('session', body))).toBe('422 VALIDATION_FAILED');
    },
  );
});
