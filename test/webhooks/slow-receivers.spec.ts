import { FindDeliveries } from '#webhooks';
import { copyRegistrations } from '../support/copy-registrations.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import type { TestReceiver } from '../support/receiver.js';
import { WebhookSandbox } from '../support/webhook-sandbox.js';

const webhooks = new WebhookSandbox();
let client: Client;
let receiver: TestReceiver;

beforeAll(() => webhooks.start());
beforeEach(async () => {
  client = await webhooks.sandbox.tenant();
  receiver = await webhooks.receiverOf(client);
});
afterEach(async () => {
  webhooks.sandbox.clock.reset();
  await webhooks.stopReceivers();
});
afterAll(() => webhooks.sandbox.stop());

/** Holds the responses for some domains, and responds to others after a time. Returns a function that responds. */
function holdFor(isHeld: (domain: string) => boolean, elseMs = 0): () => void {
  const held: (() => void)[] = [];
  receiver.respondWith((_request, response, { body }) => {
    if (isHeld(JSON.parse(body).data.domain)) held.push(() => response.end());
    else setTimeout(() => response.end(), elseMs);
  });
  return () => held.splice(0).forEach(respond => respond());
}

/** The first success. Afterwards the receiver gets 50 attempts at a time. */
async function succeed(): Promise<void> {
  await client.register('first.com');
  await webhooks.delivery(client, 'delivered', 1);
}

const deliveryOf = async (domain: string) =>
  (await webhooks.deliveriesOf(client)).find(delivery => delivery.domain === domain);

describe('a slow attempt', () => {
  it('is shown as sending after a second and delivered later, and does not delay other events', async () => {
    const respond = holdFor(domain => domain === 'slow.com');
    await client.register('slow.com');
    const sending = { state: 'pending', sending: true, attempts: 0, last_status: null };
    await eventually(async () => expect(await deliveryOf('slow.com')).toMatchObject(sending));
    const names = Array.from({ length: 20 }, (_, n) => `quick-${n}.com`);
    await Promise.all(names.map(name => client.register(name)));
    await eventually(async () => expect(await webhooks.statesOf(client)).toEqual({ pending: 1, delivered: 20 }));
    expect(await deliveryOf('slow.com')).toMatchObject(sending);
    respond();
    await eventually(async () =>
      expect(await deliveryOf('slow.com')).toMatchObject({ state: 'delivered', sending: false, attempts: 1 }),
    );
    const { id } = (await deliveryOf('slow.com'))!;
    const { log } = await webhooks.sandbox.app.get(FindDeliveries).get(client.tenant.id, id);
    expect(log).toEqual([expect.objectContaining({ number: 1, trigger: 'event', status: 200 })]);
    expect(log[0]!.duration_ms).toBeGreaterThan(1_000);
    expect(new Set(receiver.ids).size).toBe(receiver.ids.length);
  });

  it('makes later deliveries wait for the receiver, not for a worker', async () => {
    const respond = holdFor(() => true);
    await Promise.all(Array.from({ length: 12 }, (_, n) => client.register(`waiting-${n}.com`)));
    await eventually(async () => {
      const metrics = await webhooks.sandbox.metrics();
      expect(metrics).toMatch(/^nameyard_webhook_oldest_waiting_seconds [1-9]/m);
      expect(metrics).toMatch(/^nameyard_webhook_oldest_due_seconds 0$/m);
    });
    respond();
  });
});

describe('40 attempts that hang', () => {
  it('do not delay the other 150 events of the receiver', async () => {
    await succeed();
    const respond = holdFor(domain => Number(/^copy-(\d+)/.exec(domain)?.[1]) <= 40, 150);
    await copyRegistrations(webhooks.sandbox, client.tenant.id, 190);
    await eventually(async () => expect(await webhooks.statesOf(client)).toMatchObject({ delivered: 151 }));
    // Those that hang had not run into their timeout.
    const reasons = (await webhooks.deliveriesOf(client)).map(({ last_reason }) => last_reason);
    expect(new Set(reasons)).toEqual(new Set([null]));
    respond();
    await eventually(async () => expect(await webhooks.statesOf(client)).toEqual({ delivered: 191 }), 12_000);
    expect(new Set(receiver.ids).size).toBe(191);
    expect(receiver.ids).toHaveLength(191);
  });
});

describe('failures that arrive at the end of a batch', () => {
  it('are recorded once, with the time of the retry', async () => {
    await succeed();
    // No retry becomes due.
    webhooks.sandbox.clock.stop();
    receiver.respondWith((_request, response, { body }) => {
      const number = Number(/copy-(\d+)/.exec(body)?.[1]);
      setTimeout(() => response.writeHead(500).end(), 950 + 2 * number);
    });
    await copyRegistrations(webhooks.sandbox, client.tenant.id, 48);
    await eventually(async () => {
      const failed = (await webhooks.deliveriesOf(client)).filter(({ state }) => state === 'pending');
      expect(failed).toMatchObject(
        Array.from({ length: 48 }, () => ({ attempts: 1, sending: false, last_reason: 'http_500' })),
      );
    });
  });
});
