import type { HttpResponse } from '../support/openapi-check.js';
import { eventually } from '../support/eventually.js';
import { concurrently, outcomeOf } from '../support/outcome.js';
import type { PortalClient } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let ada: PortalClient;

const WRONG = 'not my password';
/** Time limit for requests during a flood on a busy machine. */
const BUSY_MS = 60_000;
const FULL = '503 queue full';

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { trustedProxies: ['127.0.0.0/8'] } });
  ada = await sandbox.person({ role: 'operator' });
});
beforeEach(() => sandbox.rows('DELETE FROM identity.login_limits'));

const logIn = (email: string, password: string, address: string) =>
  sandbox.visitor().logIn(email, password, { 'X-Forwarded-For': address });

/** Outcome of a login. Distinguishes a full hash queue from other causes of 503. */
const resultOf = (response: HttpResponse): string =>
  response.body?.error?.message.startsWith('Too many logins are in progress') ? FULL : outcomeOf(response);

/** Retries while PostgreSQL is too slow because of the flood. A full queue counts as a response. */
const retryDatabase = (send: () => Promise<HttpResponse>): Promise<HttpResponse> =>
  eventually(async () => {
    const response = await send();
    expect(resultOf(response)).not.toBe('503 SERVICE_UNAVAILABLE');
    return response;
  }, BUSY_MS);

/** Returns a different address for each `n`. */
const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

/**
 * Keeps the queue full with logins from 40 connections, and runs `work` once it is full. A refused connection waits until
 * the service has answered another one, because refused logins in a loop would only delay `work`.
 */
async function duringFlood<T>(attack: (n: number) => Promise<HttpResponse>, work: () => Promise<T>) {
  const responses: HttpResponse[] = [];
  let isOver = false;
  let sent = 0;
  const refused: (() => void)[] = [];
  const connections = concurrently(40, async () => {
    while (!isOver) {
      const response = await attack(sent++);
      responses.push(response);
      if (resultOf(response) !== FULL) refused.shift()?.();
      else if (!isOver) await new Promise<void>(resolve => refused.push(resolve));
    }
  });
  try {
    await eventually(() => expect(responses.map(resultOf)).toContain(FULL));
    return { result: await work(), responses };
  } finally {
    isOver = true;
    for (const resume of refused) resume();
    await connections;
  }
}

describe('login flood', () => {
  const logInAsAda = () => retryDatabase(() => logIn(ada.credentials.email, ada.credentials.password, '192.0.2.1'));
  const fromNewAddresses = (n: number) => logIn(`made-up-${n}@example.com`, WRONG, addressOf(n));

  it('from three addresses leaves capacity for a login from another address', async () => {
    const attack = (n: number) => logIn(`made-up-${n}@example.com`, WRONG, `203.0.113.${n % 3}`);
    const { result } = await duringFlood(attack, logInAsAda);
    expect(resultOf(result)).toBe('200');
  });

  it('with the correct password of one account leaves capacity for other accounts', async () => {
    const mallory = await sandbox.person({ role: 'operator' });
    const attack = (n: number) => logIn(mallory.credentials.email, mallory.credentials.password, `203.0.113.${n % 3}`);
    const { result } = await duringFlood(attack, logInAsAda);
    expect(resultOf(result)).toBe('200');
  });

  it('from new addresses leaves capacity for known devices and gives others 503 with Retry-After', async () => {
    const send = () => ada.logIn(ada.credentials.email, ada.credentials.password, { 'X-Forwarded-For': '192.0.2.1' });
    const { result, responses } = await duringFlood(fromNewAddresses, () => concurrently(3, () => retryDatabase(send)));
    expect(result.map(resultOf)).toEqual(['200', '200', '200']);
    const full = responses.find(response => resultOf(response) === FULL);
    expect(full).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  });

  it('does not block operators from resetting a password', async () => {
    const bob = await sandbox.person({ role: 'operator' });
    const reset = () => ada.confirmed(`people/${bob.credentials.id}/password`);
    const { result } = await duringFlood(fromNewAddresses, () => retryDatabase(reset));
    expect(resultOf(result)).toBe('200');
  });

  it('does not fill the queue with rejected attempts', async () => {
    for (let n = 0; n < 5; n++) await logIn(ada.credentials.email, WRONG, '192.0.2.9');
    const send = () => retryDatabase(() => logIn(ada.credentials.email, ada.credentials.password, '192.0.2.9'));
    const responses = await concurrently(50, send);
    expect([...new Set(responses.map(resultOf))]).toEqual(['429 LOGIN_LIMITED']);
  });

  it('does not count an attempt that gets 503', async () => {
    const attempt = () => logIn('bob@example.com', WRONG, '192.0.2.77');
    const { result } = await duringFlood(fromNewAddresses, () => concurrently(40, attempt));
    const results = result.map(resultOf);
    expect(results).toContain(FULL);
    await eventually(async () => {
      if (!results.includes('429 LOGIN_LIMITED')) results.push(resultOf(await attempt()));
      expect(results).toContain('429 LOGIN_LIMITED');
    }, BUSY_MS);
    expect(results.filter(one => one === '401 LOGIN_FAILED')).toHaveLength(5);
  });
});
