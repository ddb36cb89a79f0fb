import { FindDeliveries, Deliveries } from '#webhooks';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { TESTER } from '../support/tester.js';
import { describeDeliveries } from '../support/webhook-sandbox.js';

const HOUR_MS = 3_600_000;
const SCHEDULE_MS = [
  0,
  5_000,
  30_000,
  120_000,
  600_000,
  1_800_000,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  24 * HOUR_MS,
];

/** Sooner than the second retry. */
const BEFORE_RETRY_MS = 20_000;

describeDeliveries(webhooks => {
  afterEach(() => webhooks.sandbox.clock.reset());

  const logOf = async ({ tenant }: Client, id: string) =>
    (await webhooks.sandbox.app.get(FindDeliveries).get(tenant.id, id)).log;

  /** Time until the next attempt is due. */
  const waitOf = (delivery: { next_attempt_at: string | null }, failedAt: number) =>
    Date.parse(delivery.next_attempt_at ?? '') - failedAt;

  it('sends the request ID and the trace of the purchase with every attempt, and logs each attempt', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(500);
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const headers = { 'X-Request-Id': 'purchase-of-ada', traceparent };
    await client.pay(await client.orderOf('traced.com'), 'traced', headers);
    await webhooks.delivery(client, 'pending', 1);
    receiver.respondWith(200);
    webhooks.sandbox.clock.advance({ ms: 6_000 });
    const { id: delivery } = await webhooks.delivery(client, 'delivered', 2);
    const sent = { 'x-request-id': 'purchase-of-ada', traceparent };
    expect(receiver.received).toMatchObject([{ headers: sent }, { headers: sent }]);
    const attempt = {
      level: 'info',
      requestId: 'purchase-of-ada',
      event: receiver.ids[0],
      type: 'domain.registered',
      delivery,
      receiver: receiver.id,
      durationMs: expect.any(Number),
    };
    expect(webhooks.sandbox.log.filter(line => line['receiver'] === receiver.id)).toMatchObject([
      { ...attempt, msg: 'not delivered', attempt: 1, status: 500, reason: 'http_500', state: 'pending' },
      { ...attempt, msg: 'delivered', attempt: 2, status: 200 },
    ]);
  });

  it('sends no trace if that of the purchase is malformed', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    await client.pay(await client.orderOf('untraced.com'), 'untraced', { traceparent: '00-4bf9-00f0-01' });
    await webhooks.delivery(client, 'delivered', 1);
    expect(Object.keys(receiver.received[0]!.headers)).not.toContain('traceparent');
  });

  describe('the first success of a failing receiver', () => {
    /** Two failed attempts for each domain; the next is due after half a minute. */
    const fail = async (client: Client, domains: string[]) => {
      const failed = (attempts: number) =>
        eventually(async () => {
          const expected = domains.map(() => ({ state: 'pending', attempts, sending: false }));
          expect(await webhooks.deliveriesOf(client)).toMatchObject(expected);
        });
      for (const domain of domains) await client.register(domain);
      await failed(1);
      webhooks.sandbox.clock.advance({ ms: 6_000 });
      await failed(2);
    };

    it.each([
      ['an event', (client: Client) => client.register('works.com')],
      [
        'a test send',
        (client: Client, receiver: string) =>
          webhooks.sandbox.app.get(Deliveries).sendTest(client.tenant, receiver, TESTER),
      ],
    ])('sends the waiting retries at once after %s', async (_description, succeed) => {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      receiver.respondWith(500);
      await fail(client, ['first.com', 'second.com', 'third.com']);
      receiver.respondWith(200);
      await succeed(client, receiver.id);
      await eventually(async () => {
        const deliveries = await webhooks.deliveriesOf(client);
        expect(deliveries.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual([
          'delivered 1',
          ...Array.from({ length: 3 }, () => 'delivered 3'),
        ]);
      }, BEFORE_RETRY_MS);
      expect(receiver.received).toHaveLength(10);
    });

    it('sends them at once after a slow success, too', async () => {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      receiver.respondWith(500);
      await fail(client, ['first.com']);
      receiver.respondWith((_request, response) => void setTimeout(() => response.end(), 1_500));
      await client.register('slow.com');
      await eventually(async () => expect(await webhooks.statesOf(client)).toEqual({ delivered: 2 }), BEFORE_RETRY_MS);
    });

    it('sends them at once after an attempt that began before the first failure', async () => {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      await client.register('warm-up.com');
      await eventually(() => expect(receiver.received).toHaveLength(1));
      let finish = () => {};
      receiver.respondWith((_request, response, { body }) => {
        if (body.includes('slow.com')) finish = () => response.end();
        else response.writeHead(500).end();
      });
      await client.register('slow.com');
      await eventually(() => expect(receiver.received).toHaveLength(2));
      // So that the next attempt does not become due by itself.
      webhooks.sandbox.clock.stop();
      await client.register('first.com');
      await eventually(async () => expect(await webhooks.statesOf(client)).toEqual({ delivered: 1, pending: 2 }));
      receiver.respondWith(200);
      finish();
      await eventually(async () => expect(await webhooks.statesOf(client)).toEqual({ delivered: 3 }), BEFORE_RETRY_MS);
    });

    it('does not release a delivery that keeps failing a second time', async () => {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      receiver.respondWith(500);
      await fail(client, ['poison.com']);
      receiver.respondWith((_request, response, { body }) => {
        response.writeHead(body.includes('poison.com') ? 500 : 200).end();
      });
      const poison = async () => (await webhooks.deliveriesOf(client)).find(({ domain }) => domain === 'poison.com')!;
      const { next_attempt_at: planned } = await poison();
      await client.register('works.com');
      await eventually(
        async () => expect(await poison()).toMatchObject({ attempts: 3, sending: false }),
        BEFORE_RETRY_MS,
      );
      expect(Date.parse((await poison()).next_attempt_at!)).toBeGreaterThan(Date.parse(planned!) - 6_000);
      for (const domain of ['works-again.com', 'works-still.com']) {
        await client.register(domain);
        await eventually(async () =>
          expect((await webhooks.deliveriesOf(client))[0]).toMatchObject({ domain, state: 'delivered' }),
        );
      }
      expect(await poison()).toMatchObject({ state: 'pending', attempts: 3 });
    });
  });

  it('follows the retry schedule and gives up after its last step', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(503);
    const failedAt: number[] = [];
    await client.register('never.com');
    for (let attempt = 1; attempt < SCHEDULE_MS.length; attempt++) {
      const delivery = await webhooks.delivery(client, 'pending', attempt);
      const [last] = (await logOf(client, delivery.id)).slice(-1);
      failedAt.push(Date.parse(last?.started_at ?? ''));
      const wait = waitOf(delivery, failedAt.at(-1)!);
      expect(wait).toBeGreaterThanOrEqual(0.8 * SCHEDULE_MS[attempt]!);
      expect(wait).toBeLessThanOrEqual(1.2 * SCHEDULE_MS[attempt]! + 2_000);
      webhooks.sandbox.clock.advance({ ms: wait });
    }
    expect(await webhooks.delivery(client, 'failed', SCHEDULE_MS.length)).toMatchObject({ next_attempt_at: null });
    expect(new Set(receiver.ids).size).toBe(1);
    expect(receiver.received).toHaveLength(SCHEDULE_MS.length);
  });

  it('waits longer when the receiver sends Retry-After', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(429, { 'retry-after': '60' });
    await client.register('busy.com');
    const delivery = await webhooks.delivery(client, 'pending', 1);
    expect(waitOf(delivery, receiver.received[0]!.at)).toBeGreaterThanOrEqual(59_000);
    webhooks.sandbox.clock.advance({ ms: 61_000 });
    receiver.respondWith(429, { 'retry-after': '1' });
    const again = await webhooks.delivery(client, 'pending', 2);
    expect(waitOf(again, receiver.received[1]!.at + 61_000)).toBeGreaterThanOrEqual(23_000);
  });

  it('treats a redirect as a failure', async () => {
    const client = await webhooks.sandbox.tenant();
    const [receiver, elsewhere] = [await webhooks.receiverOf(client), await webhooks.receiver()];
    receiver.respondWith(301, { location: elsewhere.url });
    await client.register('refused.com');
    expect(await webhooks.delivery(client, 'pending', 1)).toMatchObject({ last_status: 301, last_reason: 'redirect' });
    expect(elsewhere.received).toEqual([]);
  });

  it.each([
    ['resets the connection', 'connection_reset', 'reset'],
    ['is not running', 'connection_refused', 'stop'],
  ] as const)('records the reason when the receiver %s', async (_description, reason, fault) => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    if (fault === 'stop') await webhooks.stopReceivers();
    else receiver.respondWith(request => request.socket.resetAndDestroy());
    await client.register('broken.com');
    const delivery = await webhooks.delivery(client, 'pending', 1);
    expect(delivery).toMatchObject({ last_status: null, last_reason: reason });
    const [attempt] = await logOf(client, delivery.id);
    expect(attempt?.answer).toMatch(/^[A-Z].*\.$/);
  });

  it('stores a response that is cut within a character', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(200, {}, `${'x'.repeat(4_095)}😀\0`);
    await client.register('cut.com');
    const delivery = await webhooks.delivery(client, 'delivered', 1);
    const [attempt] = await logOf(client, delivery.id);
    expect(attempt?.answer).toBe('x'.repeat(4_095));
  });

  it('ends a hanging attempt after 15 seconds without delaying other receivers', async () => {
    const [slow, quick] = [await webhooks.sandbox.tenant(), await webhooks.sandbox.tenant()];
    const [hanging, answering] = [await webhooks.receiverOf(slow), await webhooks.receiverOf(quick)];
    hanging.respondWith(() => {});
    await slow.register('hangs.com');
    await eventually(() => expect(hanging.received).toHaveLength(1));
    await quick.register('quick.com');
    await eventually(() => expect(answering.received).toHaveLength(1), 10_000);
    await eventually(async () => {
      const [delivery] = await webhooks.deliveriesOf(slow);
      expect(delivery).toMatchObject({ state: 'pending', last_reason: 'timeout' });
    }, 20_000);
    expect(hanging.received).toHaveLength(1);
  });
});
