import { once } from 'node:events';
import { request } from 'undici';
import { RequestLimits } from '#api-keys';
import { Receivers } from '#webhooks';
import type { Client } from '../support/client.js';
import { eventually, waitFor } from '../support/eventually.js';
import { concurrently } from '../support/outcome.js';
import { TestReceiver } from '../support/receiver.js';
import type { Shopper } from '../support/shopper.js';
import { TESTER } from '../support/tester.js';
import { Shops } from './shops.js';

const PER_ADDRESS = 120;
const PER_TENANT = 3_000;
const STREAMS_PER_ADDRESS = 10;
/** The whole text of a refused stream. */
const RECONNECT_LATER = 'retry: 15000\n\n';

let shops: Shops;
let client: Client;
beforeEach(async () => {
  shops ??= await Shops.start();
  client = await shops.open();
});

const statuses = async (shopper: Shopper, times: number) =>
  (await concurrently(times, () => shopper.get('/domains'))).map(({ status }) => status);

describe('the request limit', () => {
  it('of an address is 120 per minute, and does not concern other addresses', async () => {
    const shopper = shops.shopper(client);
    expect(new Set(await statuses(shopper, PER_ADDRESS))).toEqual(new Set([200]));
    const { status, headers, text } = await shopper.get('/');
    expect([status, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(text).toMatch(/Too many requests. Try again in \d+ s\./);
    expect((await shops.shopper(client).get('/')).status).toBe(200);
  });

  it('of typed searches is 120 per minute and leaves the limit of pages', async () => {
    const shopper = shops.shopper(client);
    const typed = { 'X-Typed-Search': '1' };
    const searches = await concurrently(PER_ADDRESS, () => shopper.get('/?q=my-shop', typed));
    expect(new Set(searches.map(({ status }) => status))).toEqual(new Set([200]));
    const { status, headers } = await shopper.get('/?q=my-shop', typed);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(new Set(await statuses(shopper, PER_ADDRESS))).toEqual(new Set([200]));
    expect((await shopper.get('/order?domain=my-shop.com', typed)).status).toBe(429);
  });

  it('of a tenant is 3,000 per minute, and does not concern other tenants', async () => {
    const limits = shops.sandbox.app.get(RequestLimits);
    const { remaining } = await limits.count(`storefront:${client.tenant.id}`, PER_TENANT);
    for (let left = remaining; left > 1; left--) await limits.count(`storefront:${client.tenant.id}`, PER_TENANT);
    expect((await shops.shopper(client).get('/')).status).toBe(200);
    expect((await shops.shopper(client).get('/')).status).toBe(429);
    expect((await shops.shopper(await shops.open()).get('/')).status).toBe(200);
  });

  it('of a tenant does not count refused requests, so that one address cannot use it up', async () => {
    await statuses(shops.shopper(client), 3 * PER_ADDRESS);
    const limits = shops.sandbox.app.get(RequestLimits);
    const { remaining } = await limits.count(`storefront:${client.tenant.id}`, PER_TENANT);
    expect(PER_TENANT - remaining).toBeLessThan(PER_ADDRESS + 10);
  });

  it('does not concern files', async () => {
    const shopper = shops.shopper(client);
    const [brand] = /\/brand\.[0-9a-f]+\.css/.exec((await shopper.get('/')).text)!;
    await statuses(shopper, PER_ADDRESS);
    expect((await shopper.get(brand)).status).toBe(200);
  });
});

describe('the event stream of a receipt', () => {
  let receiver: TestReceiver;
  beforeEach(async () => {
    receiver = await TestReceiver.start();
    await shops.sandbox.app.get(Receivers).add(client.tenant.id, { url: receiver.url }, TESTER);
    receiver.hold();
  });
  afterEach(() => receiver.release());

  /** Opens streams, and waits for the end of those that are refused. The others stay open while the receiver holds the webhook. */
  async function openStreams(shopper: Shopper, events: string, count: number) {
    const controller = new AbortController();
    const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Host: new URL(shopper.origin).host, Cookie: cookie, 'X-Forwarded-For': '203.0.113.7' };
    const open = async () => {
      const { body, statusCode } = await request(shops.sandbox.origin + events, { headers, signal: controller.signal });
      const closed = new Promise<void>(resolve => body.once('end', resolve).once('error', () => resolve()));
      const stream = { statusCode, isOpen: true, closed };
      void closed.then(() => (stream.isOpen = false));
      const [first] = (await once(body, 'data')) as [Buffer];
      body.resume();
      if (first.toString() === RECONNECT_LATER) await closed;
      return stream;
    };
    const streams = [];
    for (let n = 0; n < count; n++) streams.push(await open());
    return { streams, stop: () => controller.abort() };
  }

  it('is limited to ten per address, and browsers above it reconnect later', async () => {
    const shopper = shops.shopper(client);
    const events = (await shopper.buy('my-stream-shop.com')).replace('receipt', 'events');
    const { streams, stop } = await openStreams(shopper, events, STREAMS_PER_ADDRESS + 2);
    expect(streams.map(({ statusCode }) => statusCode)).toEqual(streams.map(() => 200));
    expect(streams.filter(({ isOpen }) => isOpen)).toHaveLength(STREAMS_PER_ADDRESS);
    expect((await shopper.get('/')).status).toBe(200);
    stop();
    await eventually(async () => {
      const again = await openStreams(shopper, events, 1);
      again.stop();
      expect(again.streams).toMatchObject([{ isOpen: true }]);
    });
  });

  it('is not counted as open by HEAD', async () => {
    const shopper = shops.shopper(client);
    const path = (await shopper.buy('my-head-shop.com')).replace('receipt', 'events');
    for (let n = 0; n < STREAMS_PER_ADDRESS; n++)
      expect((await shopper.call({ method: 'HEAD', path })).headers['content-type']).toBe('text/event-stream');
    const { streams, stop } = await openStreams(shopper, path, 1);
    expect(streams).toMatchObject([{ isOpen: true }]);
    stop();
  });

  it('ends when the service shuts down', async () => {
    const shopper = shops.shopper(client);
    const events = (await shopper.buy('my-shutdown-shop.com')).replace('receipt', 'events');
    const { streams } = await openStreams(shopper, events, 2);
    expect(streams).toMatchObject([{ isOpen: true }, { isOpen: true }]);
    receiver.release();
    let hasEnded = false;
    const stopped = Promise.all([shops.sandbox.stop(), ...streams.map(({ closed }) => closed)]);
    void stopped.then(() => (hasEnded = true));
    // Extended by the time in which this process got no CPU.
    await waitFor('the shutdown', () => hasEnded, 20_000);
    await stopped;
  });
});
