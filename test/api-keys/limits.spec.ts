import { jest } from '@jest/globals';
import type { HttpResponse } from '../support/openapi-check.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { concurrently, outcomeOf, countOutcomes } from '../support/outcome.js';
import { RedisServer } from '../support/redis.js';
import { type Sandbox, sharedSandbox, startSandbox } from '../support/sandbox.js';
import { describeWith } from '../support/requirements.js';

const search = (client: Client) => client.search({ domain: 'example.com' });

const LIMIT_HEADERS = [
  'ratelimit-policy',
  'ratelimit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];
const limitsOf = ({ headers }: HttpResponse) => Object.fromEntries(LIMIT_HEADERS.map(name => [name, headers[name]]));

const countingTests = (start: () => Promise<Sandbox>) => () => {
  let sandbox: Sandbox;
  beforeAll(async () => void (sandbox = await start()));

  it('returns rate limit headers with every authenticated response', async () => {
    const client = await sandbox.tenant({ limit: 60 });
    const first = limitsOf(await search(client));
    expect(first).toMatchObject({
      'ratelimit-policy': '"default";q=60;w=60',
      ratelimit: expect.stringMatching(/^"default";r=59;t=[1-6]\d$/),
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
    });
    const reset = Number(first['x-ratelimit-reset']) - Date.now() / 1_000;
    expect(reset).toBeGreaterThan(10);
    expect(reset).toBeLessThan(62);
    const refused = [
      await client.search({}),
      await client.search('{'),
      await client.search({}, { Accept: 'text/html' }),
    ];
    expect(refused.map(response => limitsOf(response)['x-ratelimit-remaining'])).toEqual(['58', '57', '56']);
  });

  it('allows 60 requests and returns 429 RATE_LIMITED for the next one', async () => {
    const client = await sandbox.tenant({ limit: 60 });
    const responses = await concurrently(61, () => search(client));
    expect(countOutcomes(responses)).toEqual({ 200: 60, '429 RATE_LIMITED': 1 });
    const refused = await search(client);
    expect(limitsOf(refused)).toMatchObject({
      'x-ratelimit-remaining': '0',
      ratelimit: expect.stringContaining(';r=0;'),
    });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.body.error.message).toContain('60');
  });

  it('gives each of many concurrent requests of two keys its own remaining number', async () => {
    const client = await sandbox.tenant({ limit: 60 });
    const other = await sandbox.key(client.tenant, { limit: 40 });
    const [ours, theirs] = await Promise.all([
      concurrently(30, () => search(client)),
      concurrently(20, () => search(other)),
    ]);
    const remaining = (responses: HttpResponse[]) =>
      responses.map(response => Number(limitsOf(response)['x-ratelimit-remaining'])).toSorted((a, b) => a - b);
    expect(remaining(ours)).toEqual(Array.from({ length: 30 }, (_, n) => 30 + n));
    expect(remaining(theirs)).toEqual(Array.from({ length: 20 }, (_, n) => 20 + n));
  });

  it('counts 403, 422 and 404 responses per key', async () => {
    const client = await sandbox.tenant({ limit: 3, permissions: ['sandbox.search', 'sandbox.checkout'] });
    const other = await sandbox.key(client.tenant, { limit: 3 });
    const responses = [
      await client.order({}),
      await client.search({}),
      await client.pay('ord_x'),
      await search(client),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 422, 404, 429]);
    expect((await search(other)).headers['x-ratelimit-remaining']).toBe('2');
  });

  it('does not count requests with a key that does not match the tenant', async () => {
    const client = await sandbox.tenant({ limit: 2 });
    for (let n = 0; n < 5; n++) await client.search({}, { 'X-Tenant': 'somebody-else' });
    expect((await search(client)).headers['x-ratelimit-remaining']).toBe('1');
  });

  it('returns 429 before checking permission, media type and body', async () => {
    const client = await sandbox.tenant({ limit: 1, permissions: [] });
    await search(client);
    expect(outcomeOf(await client.search('{', { 'Content-Type': 'text/plain' }))).toBe('429 RATE_LIMITED');
  });
};

describe('rate limit in memory', () => {
  describe('counts', countingTests(sharedSandbox));

  it('resets after a minute', async () => {
    const client = await (await sharedSandbox()).tenant({ limit: 2 });
    expect(countOutcomes(await concurrently(3, () => search(client)))).toEqual({ 200: 2, '429 RATE_LIMITED': 1 });
    const opened = Date.now();
    const now = jest.spyOn(Date, 'now');
    try {
      now.mockReturnValue(opened + 55_000);
      expect((await search(client)).status).toBe(429);
      now.mockReturnValue(opened + 61_000);
      expect(countOutcomes(await concurrently(3, () => search(client)))).toEqual({ 200: 2, '429 RATE_LIMITED': 1 });
    } finally {
      now.mockRestore();
    }
  });
});

/** `faults/processes.spec.ts` tests that several processes count together. */
describeWith('redis-server', 'rate limit in Redis', () => {
  let redis: RedisServer;
  let sandbox: Sandbox;
  beforeAll(async () => {
    redis = await RedisServer.start();
    // No request is counted in memory, however slow the machine is.
    sandbox = await startSandbox({ redisUrl: redis.url, settings: { redisTimeoutMs: 5_000 } });
  });

  describe(
    'counts',
    countingTests(async () => sandbox),
  );

  it('resets after a minute', async () => {
    const client = await sandbox.tenant({ limit: 2 });
    expect(countOutcomes(await concurrently(3, () => search(client)))).toEqual({ 200: 2, '429 RATE_LIMITED': 1 });
    const [window] = await redis.client.keys(`*${client.key.id}*`);
    expect(await redis.client.pttl(window!)).toBeGreaterThan(50_000);
    await redis.client.pexpire(window!, 1);
    await eventually(async () => expect(await redis.client.exists(window!)).toBe(0));
    expect(countOutcomes(await concurrently(3, () => search(client)))).toEqual({ 200: 2, '429 RATE_LIMITED': 1 });
  });
});
