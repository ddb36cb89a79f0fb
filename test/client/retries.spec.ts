import { jest } from '@jest/globals';
import { ConnectionError, RateLimitedError, ServiceUnavailableError } from '../../libs/client/index.js';
import { ADA } from '../support/client.js';
import { failure, fakeService, hanging, success } from './fake-service.js';

const ORDER = { domain: 'x.com', years: 1, owner: ADA };
const RESET = new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Settles the call without waiting for its pauses. */
async function settle<T>(call: Promise<T>): Promise<T | Error> {
  const outcome = call.catch((error: Error) => error);
  await jest.advanceTimersByTimeAsync(200_000);
  return outcome;
}

/** The pauses between the requests in milliseconds. */
const pausesOf = (requests: { at: number }[]) => requests.slice(1).map(({ at }, index) => at - requests[index]!.at);

describe('retries', () => {
  it.each([
    ['a connection error', RESET],
    ['a truncated body', new Response('{"success":true,"data":{"que')],
    ['an empty body', new Response('')],
    ['408', failure(408, 'REQUEST_TIMEOUT')],
    ['429', failure(429, 'RATE_LIMITED')],
    ['502', failure(502, 'BAD_GATEWAY')],
    ['502 of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['503', failure(503, 'SERVICE_UNAVAILABLE')],
    ['504', failure(504, 'GATEWAY_TIMEOUT')],
    ['409 IDEMPOTENCY_IN_PROGRESS', failure(409, 'IDEMPOTENCY_IN_PROGRESS')],
  ])('repeat the call after %s', async (_, answer) => {
    const { client, requests } = fakeService([answer, answer, success({ order_id: 'ord_1' })]);
    expect(await settle(client.domains.order(ORDER))).toEqual({ order_id: 'ord_1' });
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ headers }) => headers.get('x-idempotency-key'))).size).toBe(1);
    expect(requests[0]!.headers.get('x-idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    [409, 'DOMAIN_TAKEN'],
    [409, 'ORDER_ALREADY_PAID'],
    [500, 'INTERNAL_ERROR'],
    [422, 'VALIDATION_FAILED'],
    [401, 'API_KEY_INVALID'],
  ])('do not follow %d %s', async (status, code) => {
    const { client, requests } = fakeService([failure(status, code)]);
    expect(await settle(client.domains.order(ORDER))).toMatchObject({ status, code });
    expect(requests).toHaveLength(1);
  });

  it('end after maxRetries of the client or the call', async () => {
    const once = fakeService([RESET], { maxRetries: 1 });
    const error = await settle(once.client.domains.search('x.com'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ cause: RESET, message: 'The connection to https://names.example failed: reset.' });
    expect(once.requests).toHaveLength(2);
    await settle(once.client.domains.search('x.com', { maxRetries: 0 }));
    expect(once.requests).toHaveLength(3);
  });

  it('wait longer after each attempt, from 0.5 to 8 seconds', async () => {
    const { client, requests } = fakeService([RESET], { maxRetries: 8 });
    await settle(client.domains.search('x.com'));
    const pauses = pausesOf(requests);
    const bases = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000];
    expect(pauses).toHaveLength(bases.length);
    for (const [index, base] of bases.entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(base);
      expect(pauses[index]).toBeLessThanOrEqual(Math.min(8_000, base * 1.5));
    }
  });

  it('vary their pauses, so that clients do not retry at the same time', async () => {
    const services = Array.from({ length: 10 }, () => fakeService([RESET], { maxRetries: 1 }));
    await Promise.all(services.map(({ client }) => settle(client.domains.search('x.com'))));
    expect(new Set(services.map(({ requests }) => pausesOf(requests)[0])).size).toBeGreaterThan(1);
  });

  it.each([
    ['0', 0],
    ['1', 1_000],
    ['60', 60_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Thu, 01 Jan 2015 00:00:00 GMT', 0],
  ])('wait as long as Retry-After: %s says', async (value, ms) => {
    jest.setSystemTime(new Date('2026-01-01T00:00:00Z'));
    const { client, requests } = fakeService([failure(429, 'RATE_LIMITED', { 'Retry-After': value }), success({})]);
    await settle(client.domains.search('x.com'));
    expect(pausesOf(requests)).toEqual([ms]);
  });

  it('do not follow a Retry-After of more than 60 seconds', async () => {
    const { client, requests } = fakeService([failure(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '61' })]);
    expect(await settle(client.domains.search('x.com'))).toBeInstanceOf(ServiceUnavailableError);
    expect(requests).toHaveLength(1);
  });

  it.each(['soon', 'soon 1', '0.5', '-1'])('ignore an invalid Retry-After: %s', async value => {
    const { client, requests } = fakeService([failure(429, 'RATE_LIMITED', { 'Retry-After': value }), success({})]);
    await settle(client.domains.search('x.com'));
    expect(pausesOf(requests)[0]).toBeGreaterThanOrEqual(500);
  });

  it('use the idempotency key of the caller', async () => {
    const { client, requests } = fakeService([RESET, success({})]);
    await settle(client.domains.renew({ domain: 'x.com', years: 1 }, { idempotencyKey: 'renewal-7' }));
    expect(requests.map(({ headers }) => headers.get('x-idempotency-key'))).toEqual(['renewal-7', 'renewal-7']);
  });

  it('use another idempotency key for each call', async () => {
    const { client, requests } = fakeService([success({})]);
    await Promise.all([client.domains.order(ORDER), client.domains.order(ORDER)]);
    expect(new Set(requests.map(({ headers }) => headers.get('x-idempotency-key'))).size).toBe(2);
  });

  it('repeat POST requests that change nothing, without an idempotency key', async () => {
    const { client, requests } = fakeService([RESET, success({ results: [] })]);
    expect(await settle(client.domains.check(['x.com']))).toEqual({ results: [] });
    expect(requests.map(({ headers }) => headers.get('x-idempotency-key'))).toEqual([null, null]);
  });

  it('do not repeat calls that would take effect twice, unless the service rejected them', async () => {
    for (const answer of [RESET, hanging, failure(502, 'BAD_GATEWAY')]) {
      const { client, requests } = fakeService([answer, success({})]);
      expect(await settle(client.control.faults.add({ fault: { kind: 'reset' } }))).toBeInstanceOf(Error);
      expect(requests).toHaveLength(1);
    }
    const limited = fakeService([failure(429, 'RATE_LIMITED'), success({ id: 'flt_1' })]);
    expect(await settle(limited.client.control.faults.add({ fault: { kind: 'reset' } }))).toEqual({ id: 'flt_1' });
  });

  it('throw the last error', async () => {
    const answers = [RESET, failure(503, 'SERVICE_UNAVAILABLE'), failure(429, 'RATE_LIMITED')];
    const { client } = fakeService(answers);
    expect(await settle(client.domains.search('x.com'))).toBeInstanceOf(RateLimitedError);
  });
});
