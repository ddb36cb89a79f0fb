import { FindDeliveries } from '#webhooks';
import { eventually } from '../support/eventually.js';
import { WebhookSandbox } from '../support/webhook-sandbox.js';

const webhooks = new WebhookSandbox();

beforeAll(() => webhooks.start({ settings: { webhookRetrySchedule: [60_000, 300_000] } }));
// Attempts are due only when a test moves the clock.
beforeEach(() => webhooks.sandbox.clock.stop());
afterEach(() => {
  webhooks.sandbox.clock.reset();
  webhooks.stopReceivers();
});
afterAll(() => webhooks.sandbox.stop());

describe('a retry schedule that begins with a delay', () => {
  it('delays the first attempt; the delivery is pending meanwhile', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(500);
    const { registered_at } = (await client.register('later.com')).body.data;
    const waiting = await webhooks.delivery(client, 'pending', 0);
    const delayMs = Date.parse(waiting.next_attempt_at!) - Date.parse(registered_at);
    expect(delayMs).toBeGreaterThanOrEqual(48_000);
    expect(delayMs).toBeLessThanOrEqual(72_000);
    expect(receiver.received).toEqual([]);

    webhooks.sandbox.clock.advance({ ms: delayMs });
    const failed = await webhooks.delivery(client, 'pending', 1);
    expect(receiver.received).toHaveLength(1);
    const pauseMs = Date.parse(failed.next_attempt_at!) - Date.parse(waiting.next_attempt_at!);
    expect(pauseMs).toBeGreaterThanOrEqual(240_000);
    expect(pauseMs).toBeLessThanOrEqual(360_000);

    receiver.respondWith(200);
    webhooks.sandbox.clock.advance({ ms: pauseMs });
    await webhooks.delivery(client, 'delivered', 2);
    const { log } = await webhooks.sandbox.app.get(FindDeliveries).get(client.tenant.id, waiting.id);
    expect(log.map(({ number, trigger }) => `${number} ${trigger}`)).toEqual(['1 event', '2 retry']);
    expect(receiver.ids).toEqual([waiting.event_id, waiting.event_id]);
  });

  it('does not count delayed deliveries as queued', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    await client.register('not-queued.com');
    await webhooks.delivery(client, 'pending', 0);
    expect(await webhooks.viewOf(client, receiver.id)).toMatchObject({ queued: 0 });
    webhooks.sandbox.clock.advance({ ms: 72_000 });
    await eventually(() => expect(receiver.received).toHaveLength(1));
  });
});
