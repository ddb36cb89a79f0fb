import { concurrently, outcomeOf, retryUnavailable, countOutcomes } from '../support/outcome.js';
import type { PortalClient } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { storeCheapHash } from '../support/store-cheap-hash.js';

let sandbox: Sandbox;
let peer: Sandbox;
let ada: PortalClient;
let operator: PortalClient;

const WRONG = 'not my password';

beforeAll(async () => {
  const settings = { trustedProxies: ['127.0.0.0/8'] };
  sandbox = await startSandbox({ settings });
  peer = await startSandbox({ settings, peerOf: sandbox });
  operator = await sandbox.person({ role: 'operator' });
  ada = await sandbox.person({ role: 'developer', tenants: [await sandbox.tenant()] });
  await storeCheapHash(sandbox, ada);
});
beforeEach(() => sandbox.rows('DELETE FROM identity.login_limits'));
afterEach(() => [sandbox, peer].forEach(({ clock }) => clock.reset()));

const HERE = '192.0.2.1';
const ELSEWHERE = '198.51.100.1';

const logIn = (email: string, password: string, address = HERE, at = sandbox) =>
  retryUnavailable(() => at.visitor().logIn(email, password, { 'X-Forwarded-For': address }));

const outcomesOf = async (times: number, send: (n: number) => ReturnType<typeof logIn>) => {
  const outcomes: string[] = [];
  for (let n = 0; n < times; n++) outcomes.push(outcomeOf(await send(n)));
  return [...new Set(outcomes)];
};

/** Uses up the account's limit for unknown devices with 5 wrong passwords from each of 20 addresses. */
async function lockAccount(email: string): Promise<void> {
  const responses = await concurrently(4, worker =>
    outcomesOf(25, n => logIn(email, WRONG, `203.0.113.${worker * 5 + Math.floor(n / 5)}`)),
  );
  expect([...new Set(responses.flat())]).toEqual(['401 LOGIN_FAILED']);
  expect(outcomeOf(await logIn(email, WRONG, ELSEWHERE))).toBe('429 LOGIN_LIMITED');
}

describe('limit per account and address', () => {
  it('rejects the correct password for 15 minutes after five wrong ones', async () => {
    const { email, password } = ada.credentials;
    expect(await outcomesOf(5, () => logIn(email, WRONG))).toEqual(['401 LOGIN_FAILED']);
    const response = await logIn(email, password);
    expect(outcomeOf(response)).toBe('429 LOGIN_LIMITED');
    expect(response.body.error.message).toBe('Too many failed attempts. Try again in 15 minutes.');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    sandbox.clock.advance({ minutes: 14, ms: 30_000 });
    expect((await logIn(email, password)).body.error.message).toMatch(/Try again in 1 minute\.$/);
    sandbox.clock.advance({ minutes: 1 });
    expect(outcomeOf(await logIn(email, password))).toBe('200');
  });

  it('does not affect other accounts and addresses', async () => {
    await outcomesOf(5, () => logIn(ada.credentials.email, WRONG));
    expect(outcomeOf(await logIn('other@example.com', WRONG))).toBe('401 LOGIN_FAILED');
    expect(outcomeOf(await logIn(ada.credentials.email, ada.credentials.password, ELSEWHERE))).toBe('200');
  });

  it('applies to unknown accounts with long emails', async () => {
    const email = `${'x'.repeat(64)}@${'y'.repeat(60)}.${'z'.repeat(60)}.example`;
    expect(await outcomesOf(5, () => logIn(email, WRONG))).toEqual(['401 LOGIN_FAILED']);
    expect(outcomeOf(await logIn(email.toUpperCase(), WRONG))).toBe('429 LOGIN_LIMITED');
  });

  it('counts the addresses of an IPv6 /64 together', async () => {
    await outcomesOf(5, n => logIn(ada.credentials.email, WRONG, `2001:db8::${n}`));
    expect(outcomeOf(await logIn(ada.credentials.email, WRONG, '2001:db8::ffff:1:2:3'))).toBe('429 LOGIN_LIMITED');
    expect(outcomeOf(await logIn(ada.credentials.email, WRONG, '2001:db8:0:1::1'))).toBe('401 LOGIN_FAILED');
  });

  it('applies to forwarded addresses of any length', async () => {
    const address = 'x'.repeat(1_000);
    expect(await outcomesOf(5, () => logIn(ada.credentials.email, WRONG, address))).toEqual(['401 LOGIN_FAILED']);
    expect(outcomeOf(await logIn(ada.credentials.email, WRONG, address))).toBe('429 LOGIN_LIMITED');
  });

  it('applies across processes and is exact for concurrent attempts', async () => {
    const responses = await concurrently(40, n =>
      logIn(ada.credentials.email, WRONG, HERE, n % 2 === 0 ? sandbox : peer),
    );
    expect(countOutcomes(responses)).toEqual({ '401 LOGIN_FAILED': 5, '429 LOGIN_LIMITED': 35 });
  });
});

describe('limit per address', () => {
  it('rejects every account for 5 minutes after 30 wrong passwords', async () => {
    expect(await outcomesOf(30, n => logIn(`guess-${n}@example.com`, WRONG))).toEqual(['401 LOGIN_FAILED']);
    const response = await logIn(ada.credentials.email, ada.credentials.password);
    expect(outcomeOf(response)).toBe('429 LOGIN_LIMITED');
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(5 * 60);
    expect(outcomeOf(await logIn(ada.credentials.email, ada.credentials.password, ELSEWHERE))).toBe('200');
    sandbox.clock.advance({ minutes: 5 });
    expect(outcomeOf(await logIn(ada.credentials.email, ada.credentials.password))).toBe('200');
  });
});

describe('rejected attempt', () => {
  /** Number of stored limits and a digest of their transactions, which changes with every write. */
  const storedLimits = async () => {
    const [stored] = await sandbox.rows(
      `SELECT count(*)::int AS rows, md5(string_agg(key || xmin || xmax, ' ' ORDER BY key)) AS versions
       FROM identity.login_limits`,
    );
    return stored;
  };

  it('writes nothing: 60 unknown emails leave only the rows of the first 30', async () => {
    await outcomesOf(30, n => logIn(`first-${n}@example.com`, WRONG));
    const before = await storedLimits();
    const responses = await concurrently(60, n =>
      logIn(`made-up-${n}@example.com`, WRONG, HERE, n % 2 === 0 ? sandbox : peer),
    );
    expect(countOutcomes(responses)).toEqual({ '429 LOGIN_LIMITED': 60 });
    expect(await storedLimits()).toEqual(before);
    // One row for the address, and two for each account.
    expect(before.rows).toBe(61);
  });

  it('is exact: 30 of 100 concurrent attempts are counted', async () => {
    const responses = await concurrently(100, n =>
      logIn(`at-once-${n}@example.com`, WRONG, HERE, n % 2 === 0 ? sandbox : peer),
    );
    expect(countOutcomes(responses)).toEqual({ '401 LOGIN_FAILED': 30, '429 LOGIN_LIMITED': 70 });
    expect((await storedLimits()).rows).toBe(61);
  });

  it('writes nothing for a locked account', async () => {
    await lockAccount(ada.credentials.email);
    const before = await storedLimits();
    const responses = await concurrently(60, n => logIn(ada.credentials.email, WRONG, `10.0.${n % 2}.${n % 250}`));
    expect(countOutcomes(responses)).toEqual({ '429 LOGIN_LIMITED': 60 });
    expect(await storedLimits()).toEqual(before);
  });
});

describe('correct password', () => {
  it('is not limited', async () => {
    expect(await outcomesOf(40, () => logIn(ada.credentials.email, ada.credentials.password))).toEqual(['200']);
  });

  it('refunds only its own attempt', async () => {
    const { email, password } = ada.credentials;
    await outcomesOf(4, () => logIn(email, WRONG));
    expect(await outcomesOf(3, () => logIn(email, password))).toEqual(['200']);
    expect(outcomeOf(await logIn(email, WRONG))).toBe('401 LOGIN_FAILED');
    expect(outcomeOf(await logIn(email, password))).toBe('429 LOGIN_LIMITED');
  });
});

describe('limit per account', () => {
  it('rejects unknown devices for an hour after 100 wrong passwords, at every address and process', async () => {
    const { email, password } = ada.credentials;
    await lockAccount(email);
    const response = await logIn(email, password, ELSEWHERE, peer);
    expect(outcomeOf(response)).toBe('429 LOGIN_LIMITED');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(55 * 60);
    for (const { clock } of [sandbox, peer]) clock.advance({ hours: 1 });
    expect(outcomeOf(await logIn(email, password, ELSEWHERE, peer))).toBe('200');
  });

  it('lets a logged-in user change the password', async () => {
    const owner = await sandbox.person({ role: 'operator' });
    await storeCheapHash(sandbox, owner);
    await lockAccount(owner.credentials.email);
    const change = { current: owner.credentials.password, password: 'seven rabbits under a kettle' };
    expect(outcomeOf(await owner.post('password', change))).toBe('200');
  });

  it('is cleared when an operator resets the password', async () => {
    const { id, email } = ada.credentials;
    await lockAccount(email);
    const { body } = await operator.confirmed(`people/${id}/password`);
    for (const address of [ELSEWHERE, '203.0.113.0', '203.0.113.19'])
      for (const process of [sandbox, peer])
        expect(outcomeOf(await logIn(email, body.data.password, address, process))).toBe('200');
    ada.credentials.password = body.data.password;
  });
});
