import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Keys } from '#api-keys';
import { Database } from '#platform/database';
import { Deliveries, Receivers } from '#webhooks';
import { HeldRequests } from '../../libs/testcontrol/held-requests.js';
import { MAX_HELD } from '../../libs/testcontrol/model/errors.js';
import { ADA, type Client, ORDERS, SEARCH, WORLD } from '../support/client.js';
import { recordEvent } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { JOURNAL, VERIFY } from '../support/journal.js';
import { concurrently, countOutcomes, fieldsOf, outcomeOf } from '../support/outcome.js';
import { repeatWhenSlow } from '../support/repeat-when-slow.js';
import type { Sandbox } from '../support/sandbox.js';
import { exchange } from '../support/socket.js';
import { TESTER } from '../support/tester.js';
import { WebhookSandbox } from '../support/webhook-sandbox.js';

const webhooks = new WebhookSandbox();
let sandbox: Sandbox;
let peer: Sandbox;
let client: Client;

beforeAll(async () => {
  await webhooks.start();
  sandbox = webhooks.sandbox;
  peer = await webhooks.startPeer();
});
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => webhooks.stopReceivers());

const search = (domain: string, of = client) => of.search({ domain });
const order = (domain: string) => client.order({ domain, years: 1, owner: ADA });
/** Number of requests of the tenant that wait in a process. */
const heldRequests = (of = sandbox) => of.app.get(HeldRequests, { strict: false }).countOf(client.tenant.id);
const send = (body: unknown, of = client) => of.raw({ path: VERIFY, body });

/** A request in the form that HTTP sends. */
function textOf(path: string, body: unknown, headers: Record<string, string> = {}): string {
  const json = JSON.stringify(body) ?? '';
  const lines = Object.entries({ ...client.headers, Host: 'x', 'Content-Length': json.length, ...headers });
  return `${json ? 'POST' : 'GET'} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${json}`;
}

/** The result of a verification, and its duration in milliseconds; throws if the request fails. */
async function verify(body: unknown, of = client) {
  const started = performance.now();
  const { status, body: answer, text } = await send(body, of);
  if (status !== 200) throw new Error(text);
  return { ...answer.data, ms: performance.now() - started };
}

describe('a verification of requests', () => {
  it('counts a check of several domains once, without a domain', async () => {
    await client.check({ domains: ['one.com', 'two.com'] });
    expect(await verify({ request: { operation: 'check' }, times: 1, within: 'PT10S' })).toMatchObject({
      satisfied: true,
      matches: [{ operation: 'check', domain: null, status: 200 }],
    });
  });

  it('counts the requests that match all fields', async () => {
    await search('one.com');
    await search('two.com');
    await order('two.com');
    expect(await verify({ request: { operation: 'search' } })).toMatchObject({
      satisfied: true,
      count: 2,
      matches: [
        { operation: 'search', domain: 'one.com', status: 200 },
        { operation: 'search', domain: 'two.com', status: 200 },
      ],
      nearest: [],
    });
    for (const domain of ['TWO.com', 'two.com.', 'two。com'])
      expect(await verify({ request: { domain, status: 201 } })).toMatchObject({ satisfied: true, count: 1 });
    expect(await verify({ request: {} })).toMatchObject({ satisfied: true, count: 3 });
    expect(await verify({ request: { code: 'DOMAIN_TAKEN' } })).toMatchObject({ satisfied: false, count: 0 });
  });

  it('shows the requests that match most of the fields, if there are too few', async () => {
    await search('shop.com');
    await order('google.com');
    await order('other.com');
    await client.renew({ domain: 'third.com', years: 1 });
    const { matches, nearest } = await verify({ request: { operation: 'order', domain: 'google.com', status: 201 } });
    expect(matches).toEqual([]);
    expect(nearest).toMatchObject([
      { operation: 'order', domain: 'other.com', status: 201 },
      { operation: 'order', domain: 'google.com', status: 409, code: 'DOMAIN_TAKEN' },
    ]);
    await order('google.com');
    await order('more.com');
    expect((await verify({ request: { operation: 'order', status: 422 } })).nearest).toHaveLength(3);
  });

  it.each([
    [undefined, true],
    [2, true],
    [{ min: 3 }, false],
    [{ max: 1 }, false],
  ])('of 2 requests expected %j times is satisfied: %j', async (times, satisfied) => {
    await search('one.com');
    await search('one.com');
    expect(await verify({ request: { domain: 'one.com' }, times })).toMatchObject({ satisfied, count: 2 });
  });

  it('returns the first 10 matches', async () => {
    for (let n = 0; n < 12; n++) await search(`shop-${n}.com`);
    const { count, matches } = await verify({ request: { operation: 'search' } });
    expect(count).toBe(12);
    expect(matches.map(({ domain }: { domain: string }) => domain)).toEqual(
      Array.from({ length: 10 }, (_, n) => `shop-${n}.com`),
    );
  });

  it('counts up to 1,000', async () => {
    await concurrently(1_003, n => search('many.com', n % 2 ? client : peer.clientOf(client)));
    expect(await verify({ request: { domain: 'many.com' } })).toMatchObject({ satisfied: true, count: 1_000 });
    expect(await verify({ request: {}, times: 1_000 })).toMatchObject({ satisfied: false, count: 1_000 });
  });

  it('counts only what is later than a time', async () => {
    await search('one.com');
    const [{ at }] = (await verify({ request: {} })).matches;
    await search('two.com');
    expect(await verify({ request: {}, after: at })).toMatchObject({ count: 1, matches: [{ domain: 'two.com' }] });
  });

  it('distinguishes replayed requests, idempotency keys and payment references', async () => {
    const id = await client.orderOf('paid.com');
    const pay = (reference: string, key: string) => client.pay(id, reference, { 'Idempotency-Key': key });
    await pay('invoice-1', 'key-1');
    await pay('invoice-1', 'key-2');
    await pay('invoice-2', 'key-2');
    const request = { operation: 'checkout' };
    expect(await verify({ request: { ...request, replayed: true } })).toMatchObject({ count: 1 });
    expect(await verify({ request: { ...request, replayed: false } })).toMatchObject({ count: 2 });
    expect(await verify({ request, times: 3, distinct: { idempotency_keys: 2, payment_references: 2 } })).toMatchObject(
      { satisfied: true, reasons: [], distinct: { idempotency_keys: 2, payment_references: 2 } },
    );
    expect(await verify({ request, times: 2, distinct: { payment_references: 1 } })).toMatchObject({
      satisfied: false,
      count: 3,
      reasons: ['expected 2 matches, found 3', 'expected 1 different payment reference, found 2'],
    });
  });

  it('counts no requests of other tenants', async () => {
    await search('one.com', await sandbox.tenant());
    expect(await verify({ request: {} })).toMatchObject({ satisfied: false, count: 0, nearest: [] });
  });
});

describe('a verification that waits', () => {
  it('returns as soon as it is satisfied', async () => {
    const verified = verify({ request: { domain: 'late.com' }, times: 2, within: 'PT20S' });
    await search('late.com');
    await sleep(300);
    await search('late.com', peer.clientOf(client));
    const { ms, ...result } = await verified;
    expect(result).toMatchObject({ satisfied: true, count: 2 });
    expect(ms).toBeLessThan(15_000);
  });

  it('returns when the time is up', async () => {
    const { ms, ...result } = await verify({ request: { operation: 'order' }, within: 'PT0.5S' });
    expect(result).toMatchObject({ satisfied: false, count: 0 });
    expect(ms).toBeGreaterThanOrEqual(499);
    expect(ms).toBeLessThan(15_000);
  });

  it('does not wait if there are enough or too many', async () => {
    await search('one.com');
    await search('one.com');
    for (const [times, satisfied] of [
      [2, true],
      [1, false],
      [{ max: 1 }, false],
    ] as const) {
      const { ms, ...result } = await verify({ request: {}, times, within: 'PT20S' });
      expect(result).toMatchObject({ satisfied, count: 2 });
      expect(ms).toBeLessThan(15_000);
    }
  });

  it('is satisfied only if no further match follows while it settles', async () => {
    await search('quiet.com');
    const quiet = await verify({ request: {}, times: 1, settle: 'PT0.5S' });
    expect(quiet.satisfied && quiet.ms >= 500).toBe(true);
    const verified = verify({ request: { domain: 'twice.com' }, times: 1, within: 'PT20S', settle: 'PT10S' });
    await search('twice.com');
    await sleep(300);
    await search('twice.com');
    const { ms, ...twice } = await verified;
    expect(twice.reasons).toEqual(['expected 1 match, found 2']);
    expect(ms).toBeLessThan(9_000);
  });

  it('settles again after each match that is allowed', () => {
    let round = 0;
    return repeatWhenSlow(3_500, async timed => {
      const domain = `late-${++round}.com`;
      const verified = verify({ request: { domain }, within: 'PT20S', settle: 'PT4S' });
      await search(domain);
      await timed(async () => {
        await sleep(300);
        await search(domain);
      });
      expect((await verified).count).toBe(2);
    });
  });

  it('fails if matches keep following until the end of `within`', () =>
    repeatWhenSlow(9_000, async timed => {
      await search('busy.com');
      let hasEnded = false;
      const verified = verify({ request: {}, settle: 'PT10S' }).finally(() => (hasEnded = true));
      while (!hasEnded) await timed(() => search('busy.com'));
      expect((await verified).reasons).toEqual(['further matches followed during `settle`']);
    }));

  it('is refused when its key was revoked in the meantime', async () => {
    const key = await sandbox.key(client.tenant);
    const verified = send({ request: {}, within: 'PT3S' }, key);
    await eventually(() => expect(heldRequests()).toBe(1));
    await sandbox.app.get(Keys).revoke(key.key, TESTER);
    expect(outcomeOf(await verified)).toBe('401 API_KEY_INVALID');
  });

  it('is not counted as a latency', async () => {
    await verify({ request: {}, within: 'PT0.3S' });
    await eventually(async () =>
      expect(
        await sandbox.rows('SELECT FROM usage.requests WHERE tenant_id = $1 AND route = $2', [
          client.tenant.id,
          VERIFY,
        ]),
      ).toHaveLength(1),
    );
    const latencies = 'SELECT FROM usage.minute_latencies WHERE tenant_id = $1 AND route = $2';
    expect(await sandbox.rows(latencies, [client.tenant.id, VERIFY])).toEqual([]);
  });

  it('ends at shutdown, also while it settles', async () => {
    const other = await webhooks.startPeer();
    await search('settling.com');
    const verifyThere = (body: object) =>
      exchange(other.origin, textOf(VERIFY, { within: 'PT30S', ...body }, { Connection: 'close' }), {
        timeoutMs: 20_000,
      });
    const verified = [
      verifyThere({ request: { operation: 'order' } }),
      verifyThere({ request: {}, times: 1, settle: 'PT10S' }),
    ];
    await eventually(() => expect(heldRequests(other)).toBe(2));
    await other.stop();
    const [waiting, settling] = await Promise.all(verified);
    expect(waiting!.responses[0]!.body.data).toMatchObject({
      satisfied: false,
      reasons: ['expected at least 1 match, found 0', 'the service stopped before the end of `within`'],
      count: 0,
    });
    expect(settling!.responses[0]!.body.data).toMatchObject({
      satisfied: false,
      reasons: ['the service stopped before the end of `settle`'],
      count: 1,
    });
  });

  it('ends when its client disconnects', async () => {
    const { hostname, port } = new URL(sandbox.origin);
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.write(textOf(VERIFY, { request: { operation: 'renew' }, within: 'PT30S' }));
    await eventually(() => expect(heldRequests()).toBe(1));
    socket.destroy();
    await eventually(() => expect(heldRequests()).toBe(0), 10_000);
  });

  it('is refused while 1,000 requests of the tenant are held, until their clients disconnect', async () => {
    const { hostname, port } = new URL(sandbox.origin);
    const held = sandbox.app.get(HeldRequests, { strict: false });
    // Without a connection each, because a slow machine needs longer for a thousand than the first of them are held.
    const released = new AbortController();
    const others = Array.from({ length: MAX_HELD - 10 }, () =>
      held.count(client.tenant.id, () => once(released.signal, 'abort')),
    );
    const texts = [
      textOf(SEARCH, { domain: 'held.com' }, { 'Sandbox-Fault': 'hang' }),
      textOf(VERIFY, { request: { operation: 'renew' }, within: 'PT30S' }),
    ];
    const sockets = Array.from({ length: 10 }, (_, n) => {
      const socket = connect(Number(port), hostname, () => socket.write(texts[n % 2]!));
      return socket.on('error', () => {});
    });
    await eventually(() => expect(held.countOf(client.tenant.id)).toBe(MAX_HELD), 20_000);
    const hanging = await client.search({ domain: 'held.com' }, { 'Sandbox-Fault': 'hang' });
    const waiting = await send({ request: { operation: 'order' }, within: 'PT0.1S' });
    expect([hanging, waiting].map(outcomeOf)).toEqual(['429 TOO_MANY_HELD', '429 TOO_MANY_HELD']);
    expect(waiting.headers['retry-after']).toBe('1');
    expect((await verify({ request: { operation: 'order' } })).satisfied).toBe(false);
    for (const socket of sockets) socket.destroy();
    await eventually(() => expect(held.countOf(client.tenant.id)).toBe(MAX_HELD - 10), 10_000);
    const lost = await verify({ request: { operation: 'search', code: 'ANSWER_LOST' }, times: 5 });
    expect(lost.satisfied).toBe(true);
    expect(outcomeOf(await send({ request: { operation: 'order' }, within: 'PT0.1S' }))).toBe('200');
    released.abort();
    await Promise.all(others);
  });
});

describe('a verification of deliveries', () => {
  it('waits until the delivery has the expected state', async () => {
    const receiver = await webhooks.receiverOf(client);
    const verified = verify({
      delivery: { event: 'domain.registered', domain: 'Shop.com', receiver: receiver.id, state: 'delivered' },
      within: 'PT20S',
    });
    await client.register('shop.com');
    const result = await verified;
    expect(result).toMatchObject({
      satisfied: true,
      count: 1,
      matches: [
        { event: 'domain.registered', domain: 'shop.com', receiver: receiver.id, state: 'delivered', attempts: 1 },
      ],
      nearest: [],
    });
  });

  it('shows deliveries that match most of the fields, but not what the receiver has answered', async () => {
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(500, {}, 'a secret answer');
    await client.register('shop.com');
    const { text } = await eventually(async () => {
      const response = await send({ delivery: { event: 'domain.registered', state: 'delivered' } });
      expect(response.body.data).toMatchObject({ satisfied: false, count: 0, nearest: [{ state: 'pending' }] });
      return response;
    });
    expect(text).not.toContain('secret');
    const after = new Date().toISOString();
    expect(await verify({ delivery: {} })).toMatchObject({ count: 1 });
    expect(await verify({ delivery: {}, after })).toMatchObject({ count: 0, nearest: [] });
    expect(await verify({ delivery: { domain: 'other.com' } })).toMatchObject({ count: 0, nearest: [] });
  });

  it('counts no deliveries of other tenants, and none before a reset', async () => {
    const receiver = await webhooks.receiverOf(client);
    await client.register('shop.com');
    await webhooks.delivery(client, 'delivered');
    const other = await sandbox.tenant();
    expect(await verify({ delivery: { receiver: receiver.id } }, other)).toMatchObject({ count: 0, nearest: [] });
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await developer.post(`tenants/${client.tenant.slug}/reset`, { confirm: client.tenant.slug });
    expect(await verify({ delivery: {} })).toMatchObject({ count: 0, nearest: [] });
  });

  it('counts and shows no deliveries of live events', async () => {
    const at = await webhooks.receiver();
    const options = { url: at.url, environment: 'live' } as const;
    const { receiver } = await sandbox.app.get(Receivers).add(client.tenant.id, options, TESTER);
    await recordEvent(sandbox.app.get(Database).manager, client, 'live.com', { environment: 'live' });
    await webhooks.delivery(client, 'delivered');
    await sandbox.app.get(Deliveries).sendTest(client.tenant, receiver.id, TESTER);
    expect(await verify({ delivery: {} })).toMatchObject({ count: 0, matches: [] });
    expect(await verify({ delivery: { event: 'domain.registered', state: 'failed' } })).toMatchObject({ nearest: [] });
  });
});

describe('POST /api/v1/sandbox/control/verify', () => {
  it.each([
    [{}, ['request']],
    [{ request: {}, delivery: {} }, ['delivery']],
    [{ request: null }, ['request']],
    [{ request: 'order' }, ['request']],
    [{ request: { path: '/' } }, ['request.path']],
    [{ request: { operation: 'pay' } }, ['request.operation']],
    [{ request: { status: '201' } }, ['request.status']],
    [{ request: { status: 99 } }, ['request.status']],
    [{ delivery: { event: 'domain.lost' } }, ['delivery.event']],
    [{ delivery: { state: 'sent' } }, ['delivery.state']],
    [{ request: {}, times: -1 }, ['times']],
    [{ request: {}, times: { minimum: 1 } }, ['times']],
    [{ request: {}, times: { min: 2, max: 1 } }, ['times']],
    [{ request: {}, times: 1_001 }, ['times']],
    [{ request: {}, within: 'PT31S' }, ['within']],
    [{ request: {}, within: '5s' }, ['within']],
    [{ request: {}, settle: 'PT11S' }, ['settle']],
    [{ request: {}, distinct: {} }, ['distinct']],
    [{ delivery: {}, distinct: { idempotency_keys: 1 } }, ['distinct']],
    [{ request: {}, after: 'now' }, ['after']],
    [{ request: {}, withing: 'PT5S' }, ['withing']],
  ])('refuses %j and names the field', async (body, fields) => {
    const response = await send(body);
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response)).toEqual(fields);
  });

  it('serves many callers at once', async () => {
    await search('shop.com');
    const responses = await concurrently(60, n => send({ request: {}, times: (n % 2) + 1, within: 'PT0.5S' }));
    expect(countOutcomes(responses)).toEqual({ 200: 60 });
    expect(responses.map(({ body }) => body.data.satisfied)).toEqual(responses.map((_, n) => n % 2 === 0));
  });
});

describe('300 reads of a tenant at once', () => {
  it('are answered with 200 or 429, and other tenants can order', async () => {
    await concurrently(20, n => search(`n${n}.com`));
    const other = await sandbox.tenant();
    const [verifying, headers] = [{ request: { operation: 'renew' } }, { Connection: 'close' }];
    const texts = [
      textOf(VERIFY, verifying, headers),
      textOf(VERIFY, { ...verifying, within: 'PT0.5S' }, headers),
      ...[JOURNAL, ORDERS, WORLD].map(path => textOf(path, undefined, headers)),
    ];
    let isOver = false;
    // Each has a connection of its own; the client of the tests has 100.
    const reading = concurrently(300, n => exchange(sandbox.origin, texts[n % texts.length]!, { timeoutMs: 60_000 }));
    const ordering = concurrently(3, async caller => {
      const responses = [];
      for (let n = 0; n < 5 || !isOver; n++)
        responses.push(await other.order({ domain: `shop-${caller}-${n}.com`, years: 1, owner: ADA }));
      return responses;
    });
    const reads = (await reading.finally(() => (isOver = true))).flatMap(({ responses }) => responses);
    expect(reads).toHaveLength(300);
    const outcomes = Object.keys(countOutcomes(reads));
    expect(outcomes.filter(outcome => outcome !== '429 RATE_LIMITED')).toEqual(['200']);
    for (const { status, headers } of reads) if (status === 429) expect(headers['retry-after']).toBe('1');
    expect(Object.keys(countOutcomes((await ordering).flat()))).toEqual(['201']);
  });
});
