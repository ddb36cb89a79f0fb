import { FindDeliveries } from '#webhooks';
import { eventually } from '../support/eventually.js';
import { WebhookSandbox } from '../support/webhook-sandbox.js';

const webhooks = new WebhookSandbox();

beforeAll(() => webhooks.start({ settings: { webhookRetrySchedule: [2_000, 5_000] } }));
afterEach(() => webhooks.stopReceivers());
afterAll(() => webhooks.sandbox.stop());

describe('a retry schedule that begins with a delay', () => {
  it('delays the first attempt; the delivery is pending meanwhile', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(500);
    const { body } = await client.register('later.com');
    const soldAt = Date.parse(body.data.registered_at);
    const waiting = await webhooks.delivery(client, 'pending', 0);
    const delayMs = Date.parse(waiting.next_attempt_at!) - soldAt;
    expect(delayMs).toBeGreaterThan(1_500);
    expect(delayMs).toBeLessThan(30_000);
    expect(receiver.received).toEqual([]);

    const failed = await webhooks.delivery(client, 'pending', 1);
    const [{ at }] = receiver.received as [(typeof receiver.received)[0]];
    expect(at).toBeGreaterThanOrEqual(Date.parse(waiting.next_attempt_at!));
    expect(Date.parse(failed.next_attempt_at!) - at).toBeGreaterThanOrEqual(4_000);
    expect(Date.parse(failed.next_attempt_at!) - at).toBeLessThan(30_000);

    receiver.respondWith(200);
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
    await eventually(() => expect(receiver.received).toHaveLength(1));
  });
});
