import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RegistrarCalls, RegistrarGateway } from '#registrar';
import type { Settings } from '#platform/process/config';
import { registerCleanup } from '../support/cleanup.js';
import { type Client, SEARCH } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import type { Sandbox } from '../support/sandbox.js';
import { openRegistrar, startLive } from './installation.js';

const LIVE_SEARCH = SEARCH.replace('sandbox', 'registrar');

let registrar: Sandbox;
let account: Client;

beforeAll(async () => void ({ registrar, account } = await openRegistrar()));

/** Starts a service that buys from the account of the registrar, and returns its search with a live key. */
async function startSearch(settings: Partial<Settings> = {}) {
  const live = await startLive(registrar, account, settings);
  const client = await live.tenant({ scope: 'live' });
  return (domain: string) => client.raw({ path: LIVE_SEARCH, body: { domain } });
}

/** Breaks the next search at the registrar. */
const breakSearch = (fault: object) =>
  account.raw({
    path: '/api/v1/sandbox/control/faults',
    body: { match: { operation: 'search' }, times: 1, fault },
  });

describe('POST /registrar/domains/search', () => {
  let search: Awaited<ReturnType<typeof startSearch>>;

  beforeAll(async () => void (search = await startSearch()));

  it('returns availability and prices of the registrar, without suggestions', async () => {
    await account.register('held-there.com');
    const prices = (await account.search({ domain: 'free-there.com' })).body.data.price;
    const { status, body } = await search('Free-There.com');
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      error: null,
      meta: { source: 'nameyard-live', environment: 'live' },
      data: {
        query: 'free-there.com',
        status: 'available',
        tld: 'com',
        price: prices,
        suggestions: [],
        meta: { source: 'nameyard-live', rule: 'default' },
      },
    });
    expect((await search('held-there.com')).body.data).toMatchObject({ status: 'taken', meta: { rule: 'registered' } });
    expect((await search('my-premium-shop.com')).body.data.status).toBe('premium');
  });

  it('returns the present prices of the registrar', async () => {
    const { register } = (await search('priced.com')).body.data.price;
    await account.setRegistry({ price_percent: 300 });
    expect((await search('priced.com')).body.data.price.register).toBeCloseTo(3 * register, 2);
    await account.setRegistry({});
  });

  it('refuses what is not a domain without asking the registrar', async () => {
    expect(outcomeOf(await search('-bad.com'))).toBe('422 INVALID_DOMAIN');
    expect(outcomeOf(await search('example.invalid'))).toBe('422 unsupported_tld');
  });

  it.each([
    ['an internal error', { kind: 'error', code: 'INTERNAL_ERROR' }],
    ['an unreadable answer', { kind: 'truncate', bytes: 10 }],
    ['a broken connection', { kind: 'reset', phase: 'before' }],
  ])('returns 503 REGISTRAR_UNAVAILABLE after %s, and asks again', async (_name, fault) => {
    expect((await breakSearch(fault)).status).toBe(201);
    const answer = await search('shaky.com');
    expect(outcomeOf(answer)).toBe('503 REGISTRAR_UNAVAILABLE');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await search('shaky.com')).status).toBe(200);
  });
});

it('returns 503 REGISTRAR_MISCONFIGURED, which is not retryable, when the registrar rejects the token', async () => {
  const search = await startSearch({ registrarToken: 'unknown' });
  const answer = await search('example.com');
  expect(outcomeOf(answer)).toBe('503 REGISTRAR_MISCONFIGURED');
  expect(answer.body.error.retryable).toBe(false);
});

it('names the timeout of a call that gets no response', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  registerCleanup(() => {
    silent.close();
    silent.closeAllConnections();
  });
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const settings = { registrarUrl: `http://127.0.0.1:${port}`, registrarTimeoutMs: 200 };
  const live = await startLive(registrar, account, settings);
  const check = () => live.app.get(RegistrarGateway).check('example.com').catch(String);
  const { calls } = await live.app.get(RegistrarCalls).record(check);
  expect(calls).toMatchObject([{ call: 'check', status: null, error: 'timeout' }]);
});

it('calls the registrar no more after five failures in a row', async () => {
  const search = await startSearch({ registrarUrl: 'http://127.0.0.1:1' });
  const waits: number[] = [];
  for (let i = 0; i < 6; i++) {
    const answer = await search('example.com');
    expect(outcomeOf(answer)).toBe('503 REGISTRAR_UNAVAILABLE');
    waits.push(Number(answer.headers['retry-after']));
  }
  expect(waits.slice(0, 5)).toEqual([5, 5, 5, 5, 5]);
  // The rest of 30 seconds.
  expect(waits[5]).toBeGreaterThan(20);
  expect(waits[5]).toBeLessThanOrEqual(30);
});

it('counts the calls of all searches against the rate limit', async () => {
  const search = await startSearch({ registrarRateLimit: 3 });
  expect((await search('one.com')).status).toBe(200);
  expect(outcomeOf(await search('two.com'))).toBe('503 REGISTRAR_UNAVAILABLE');
});
