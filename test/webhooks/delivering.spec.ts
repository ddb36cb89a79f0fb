import { Webhook } from 'standardwebhooks';
import { Database } from '#platform/database';
import { FindDeliveries, Receivers } from '#webhooks';
import { leaseReceiver } from '../../libs/webhooks/storage/leases.js';
import { copyRegistrations } from '../support/copy-registrations.js';
import type { Client } from '../support/client.js';
import { currentCursor } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { TESTER } from '../support/tester.js';
import type { TestReceiver } from '../support/receiver.js';
import { describeOnBothQueues } from '../support/webhook-sandbox.js';

/** Registers a domain, and returns the response, its delivery, and the milliseconds between both. */
async function deliver(client: Client, receiver: TestReceiver, domain: string) {
  receiver.received.length = 0;
  const { body } = await client.register(domain, 2);
  const registered = performance.now();
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const [{ headers, body: text }] = receiver.received as [(typeof receiver.received)[0]];
  return { body, headers, text, ms: performance.now() - registered };
}

describeOnBothQueues(webhooks => {
  afterEach(() => webhooks.sandbox.clock.reset());

  /** Registers `count` domains and returns their order ids. */
  const registerDomains = (client: Client, count: number): Promise<string[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const { body } = await client.register(`name-${index}.com`);
        return body.data.order_id as string;
      }),
    );

  it('sends each receiver only the events of its environment, and shows the API only those of the sandbox', async () => {
    const client = await webhooks.sandbox.tenant();
    const { tenant } = client;
    const sandbox = await webhooks.receiverOf(client);
    const live = await webhooks.receiver();
    const options = { url: live.url, environment: 'live' } as const;
    const { receiver } = await webhooks.sandbox.app.get(Receivers).add(tenant.id, options, TESTER);
    expect(receiver.environment).toBe('live');
    const after = await currentCursor(client);
    await webhooks.sandbox.rows(
      `INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
       SELECT max(epoch), 'evt_live', 'domain.registered', $1, 'ord_live', now(), now(), '{"environment":"live"}',
         '{"type":"domain.registered"}' FROM platform.epochs`,
      [tenant.id],
    );
    await client.register('of-the-sandbox.com');
    await eventually(() => {
      expect(sandbox.received).toHaveLength(1);
      expect(live.received).toHaveLength(1);
    });
    expect(sandbox.received[0]!.body).toContain('of-the-sandbox.com');
    expect(live.received[0]!.headers['webhook-id']).toBe('evt_live');
    expect((await client.follow({ after, wait: 0 })).body.data.events).toHaveLength(1);
    for (const { id } of [sandbox, receiver])
      await eventually(async () => expect(await webhooks.viewOf(client, id)).toMatchObject({ queued: 0 }));
  });

  it('leases a receiver whose lease has ended, except for the process that still sends', async () => {
    const { id } = await webhooks.receiverOf(await webhooks.sandbox.tenant());
    // Then the worker of the sandbox leaves it alone.
    const isIdle =
      'SELECT due_at IS NULL AND leased_until IS NULL AS idle FROM webhooks.cursors WHERE receiver_id = $1';
    await eventually(async () => expect(await webhooks.sandbox.rows(isIdle, [id])).toEqual([{ idle: true }]));
    await webhooks.sandbox.rows(
      `UPDATE webhooks.cursors SET holder = 'paused', leased_until = now() - interval '1 second' WHERE receiver_id = $1`,
      [id],
    );
    const database = webhooks.sandbox.app.get(Database);
    const now = new Date();
    const lease = (otherHolders: string[]) =>
      leaseReceiver.first(database, { receiver: id, holder: 'next', otherHolders, now, until: now });
    expect(await lease(['paused'])).toBeUndefined();
    expect(await lease(['another'])).toMatchObject({ receiver: id, holder: 'next' });
  });

  it('delivers an event within two seconds with a signature that another library accepts', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    // The first event of a process also loads code and plans.
    await client.register('first.com');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    let delivered = await deliver(client, receiver, 'delivered.com');
    // Open transactions of other test files, on the same server, hold back all events.
    for (let again = 1; again <= 4 && delivered.ms > 2_000; again++)
      delivered = await deliver(client, receiver, `delivered-${again}.com`);
    expect(delivered.ms).toBeLessThan(2_000);
    const { body, headers, text } = delivered;
    expect(headers['content-type']).toBe('application/json');
    expect(new Webhook(receiver.secret).verify(text, headers)).toEqual({
      type: 'domain.registered',
      timestamp: body.data.registered_at,
      data: {
        order_id: body.data.order_id,
        domain: body.data.domain,
        tld: 'com',
        years: 2,
        status: 'registered',
        registered_at: body.data.registered_at,
        expires_at: body.data.expires_at,
        amount: { currency: 'USD', total: 26.98 },
        owner: { email: 'ada@example.com' },
        tenant: client.tenant.slug,
      },
    });
    // Before its result is recorded, the delivery of the first event is the newest.
    const delivery = await eventually(async () => {
      const [newest] = await webhooks.deliveriesOf(client);
      expect(newest).toMatchObject({
        event_id: headers['webhook-id'],
        state: 'delivered',
        attempts: 1,
        last_status: 200,
      });
      return newest!;
    });
    const { log } = await webhooks.sandbox.app.get(FindDeliveries).get(client.tenant.id, delivery.id);
    expect(log).toMatchObject([{ number: 1, trigger: 'event', status: 200, reason: null }]);
  });

  it('delivers one event for each registration', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    const orders = await registerDomains(client, 40);
    await eventually(() => expect(receiver.received).toHaveLength(40), 60_000);
    expect(receiver.events.map(({ data }) => data.order_id).toSorted()).toEqual(orders.toSorted());
    expect(new Set(receiver.ids).size).toBe(40);
    await eventually(async () => expect(await webhooks.statesOf(client)).toEqual({ delivered: 40 }));
  });

  it('delivers up to 50 events concurrently to one receiver, each once', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    await client.register('first.com');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    receiver.hold();
    await copyRegistrations(webhooks.sandbox, client.tenant.id, 300);
    await eventually(() => expect(receiver.concurrent).toBeGreaterThan(10));
    receiver.release();
    await eventually(() => expect(receiver.received).toHaveLength(301), 60_000);
    await eventually(async () => expect(await webhooks.statesOf(client)).toEqual({ delivered: 301 }));
    expect(receiver.received).toHaveLength(301);
    expect(new Set(receiver.ids).size).toBe(301);
    expect(receiver.maxConcurrent).toBeLessThanOrEqual(50);
  });

  it('delivers to every subscribed receiver of the tenant only', async () => {
    const [client, stranger] = [await webhooks.sandbox.tenant(), await webhooks.sandbox.tenant()];
    const [all, some] = [await webhooks.receiverOf(client), await webhooks.receiverOf(client, ['domain.registered'])];
    const other = await webhooks.receiverOf(stranger);
    await client.register('shared.com');
    await eventually(() => expect([all, some].map(({ received }) => received.length)).toEqual([1, 1]));
    expect(all.ids).toEqual(some.ids);
    expect(all.received[0]?.body).toBe(some.received[0]?.body);
    await stranger.register('shared.com');
    await eventually(() => expect(other.received).toHaveLength(1));
    expect([all, some].map(({ received }) => received.length)).toEqual([1, 1]);
  });

  it('delivers each event once with two workers', async () => {
    const client = await webhooks.sandbox.tenant();
    await webhooks.startPeer();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith((_request, response) => void setTimeout(() => response.end(), 50));
    await registerDomains(client, 40);
    await eventually(async () => expect(await webhooks.statesOf(client)).toEqual({ delivered: 40 }), 60_000);
    expect(new Set(receiver.ids).size).toBe(40);
    expect(receiver.received).toHaveLength(40);
  });

  it('retries after a failure with the same id and body until it succeeds', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(500, {}, 'not today');
    await client.register('again.com');
    const failed = await webhooks.delivery(client, 'pending', 1);
    expect(failed).toMatchObject({ last_status: 500, last_reason: 'http_500' });
    webhooks.sandbox.clock.advance({ ms: 6_000 });
    await webhooks.delivery(client, 'pending', 2);
    receiver.respondWith(204);
    webhooks.sandbox.clock.advance({ ms: 36_000 });
    await webhooks.delivery(client, 'delivered', 3);
    expect(new Set(receiver.ids).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const timestamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(timestamps).toEqual(timestamps.toSorted((a, b) => a - b));
    expect(timestamps[2]! - timestamps[0]!).toBeGreaterThanOrEqual(42);
    const { log } = await webhooks.sandbox.app.get(FindDeliveries).get(client.tenant.id, failed.id);
    expect(log).toMatchObject([
      { number: 1, trigger: 'event', status: 500, reason: 'http_500', answer: 'not today' },
      { number: 2, trigger: 'retry', status: 500 },
      { number: 3, trigger: 'retry', status: 204, reason: null },
    ]);
  });
});
