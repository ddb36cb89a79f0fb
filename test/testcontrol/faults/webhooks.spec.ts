import { Webhook } from 'standardwebhooks';
import { FindDeliveries, Deliveries } from '#webhooks';
import { ADA, type Client, FAULTS } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { withFault } from '../../support/faults.js';
import { concurrently, fieldsOf, outcomeOf } from '../../support/outcome.js';
import type { TestReceiver } from '../../support/receiver.js';
import { TESTER } from '../../support/tester.js';
import { WebhookSandbox } from '../../support/webhook-sandbox.js';

const webhooks = new WebhookSandbox();
let client: Client;
let receiver: TestReceiver & { id: string; secret: string };

beforeAll(() => webhooks.start({ settings: { webhookRetrySchedule: [0, 400, 400, 400] } }));
beforeEach(async () => {
  client = await webhooks.sandbox.tenant();
  receiver = await webhooks.receiverOf(client);
});
afterEach(async () => {
  webhooks.sandbox.clock.reset();
  await webhooks.stopReceivers();
});
afterAll(() => webhooks.sandbox.stop());

const withEffect = (effect: string) => withFault(`webhook;effect=${effect}`);

/** Registers a domain with a webhook fault in the header of the checkout. */
async function register(domain: string, effect: string, of = client) {
  const response = await of.pay(await of.orderOf(domain), undefined, withEffect(effect));
  expect(outcomeOf(response)).toBe('200');
  expect(response.headers['sandbox-faulted']).toBe('header');
  return response;
}

const domains = (at = receiver) => at.events.map(({ data }) => data.domain as string);
const deliveryOf = async (domain: string, of = client) =>
  (await webhooks.deliveriesOf(of)).find(delivery => delivery.domain === domain);

/** Waits until the delivery of a domain has these values and no attempt is running. */
const expectDelivery = (domain: string, expected: object, of = client) =>
  eventually(async () => {
    const delivery = await deliveryOf(domain, of);
    expect(delivery).toMatchObject({ sending: false, ...expected });
    return delivery!;
  });

const logOf = async (id: string) => (await webhooks.sandbox.app.get(FindDeliveries).get(client.tenant.id, id)).log;
const resend = (id: string) => webhooks.sandbox.app.get(Deliveries).resend(client.tenant.id, id, TESTER);

/** Lets the receiver accept only messages that it can verify. */
function verifyMessages() {
  const webhook = new Webhook(receiver.secret);
  receiver.respondWith((_request, response, { body, headers }) => {
    try {
      webhook.verify(body, headers);
      response.writeHead(200).end();
    } catch (error) {
      response.writeHead(401).end((error as Error).message);
    }
  });
}

describe('the effect duplicate', () => {
  it('sends the same message several times, each of which is an attempt', async () => {
    await register('thrice.com', 'duplicate;times=3');
    const { id } = await expectDelivery('thrice.com', { state: 'delivered', attempts: 3, altered: 'duplicate' });
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.ids).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    for (const { body, headers } of receiver.received) new Webhook(receiver.secret).verify(body, headers);
    expect((await logOf(id)).map(({ number, trigger, status }) => [number, trigger, status])).toEqual([
      [1, 'event', 200],
      [2, 'event', 200],
      [3, 'event', 200],
    ]);
    await resend(id);
    await expectDelivery('thrice.com', { state: 'delivered', attempts: 4 });
    await client.register('once.com');
    await expectDelivery('once.com', { state: 'delivered', attempts: 1, altered: null });
    expect(receiver.received).toHaveLength(5);
  });

  it('counts failed attempts, and stays delivered if a copy fails', async () => {
    let count = 0;
    receiver.respondWith((_request, response) => response.writeHead([500, 200, 500][count++] ?? 200).end());
    await register('failing.com', 'duplicate;times=3');
    const { id } = await expectDelivery('failing.com', { state: 'delivered', attempts: 3 });
    expect((await logOf(id)).map(({ trigger, status }) => [trigger, status])).toEqual([
      ['event', 500],
      ['retry', 200],
      ['event', 500],
    ]);
  });

  it('sends two messages by default, also while the clock of the tenant is frozen', async () => {
    await client.freeze('2030-01-01T00:00:00Z');
    await register('frozen.com', 'duplicate');
    await expectDelivery('frozen.com', { state: 'delivered', attempts: 2 });
  });
});

describe('the effect delay', () => {
  it('delays the first attempt, and no other event', async () => {
    const started = Date.now();
    await register('late.com', 'delay;seconds=2');
    await expectDelivery('late.com', { state: 'pending', attempts: 0, altered: 'delay' });
    await client.register('punctual.com');
    await expectDelivery('punctual.com', { state: 'delivered', attempts: 1 });
    expect(domains()).toEqual(['punctual.com']);
    await expectDelivery('late.com', { state: 'delivered', attempts: 1 });
    expect(domains()).toEqual(['punctual.com', 'late.com']);
    expect(receiver.received[1]!.at - started).toBeGreaterThanOrEqual(2_000);
  });

  it('lasts when the receiver recovers from failures, which sends waiting retries', async () => {
    receiver.respondWith(500);
    await client.register('failed.com');
    await expectDelivery('failed.com', { state: 'pending', attempts: 1 });
    await register('late.com', 'delay;seconds=30');
    await expectDelivery('late.com', { state: 'pending', attempts: 0 });
    receiver.respondWith(200);
    await expectDelivery('failed.com', { state: 'delivered' });
    await client.register('next.com');
    await expectDelivery('next.com', { state: 'delivered' });
    await expectDelivery('late.com', { state: 'pending', attempts: 0 });
    webhooks.sandbox.clock.advance({ minutes: 1 });
    await expectDelivery('late.com', { state: 'delivered', attempts: 1 });
  });
});

describe('the effect withhold', () => {
  it('makes no attempt until the delivery is resent', async () => {
    await register('withheld.com', 'withhold');
    const { id } = await expectDelivery('withheld.com', { state: 'skipped', attempts: 0, altered: 'withhold' });
    await client.register('sent.com');
    await expectDelivery('sent.com', { state: 'delivered' });
    expect(domains()).toEqual(['sent.com']);
    await resend(id);
    await expectDelivery('withheld.com', { state: 'delivered', attempts: 1 });
    expect(domains()).toEqual(['sent.com', 'withheld.com']);
  });

  it('ends with a recovery', async () => {
    await register('withheld.com', 'withhold');
    await expectDelivery('withheld.com', { state: 'skipped' });
    const since = new Date(Date.now() - 60_000);
    await webhooks.sandbox.app.get(Deliveries).recover(client.tenant.id, receiver.id, since, TESTER);
    await expectDelivery('withheld.com', { state: 'delivered', attempts: 1 });
  });

  it('does not withhold the event from long polling', async () => {
    const { next } = (await client.follow({ wait: 0 })).body.data;
    await register('followed.com', 'withhold');
    const { events } = (await client.follow({ after: next, wait: 5 })).body.data;
    expect(events).toMatchObject([{ data: { domain: 'followed.com' } }]);
  });
});

describe('a spoiled first attempt', () => {
  it.each(['bad-signature', 'stale'])('with the effect %s is followed by a valid one', async effect => {
    verifyMessages();
    await register('spoiled.com', effect);
    const { id } = await expectDelivery('spoiled.com', { state: 'delivered', attempts: 2, altered: effect });
    expect((await logOf(id)).map(({ status, answer }) => [status, answer])).toEqual([
      [401, effect === 'stale' ? 'Message timestamp too old' : 'No matching signature found'],
      [200, ''],
    ]);
    await client.register('valid.com');
    await expectDelivery('valid.com', { state: 'delivered', attempts: 1, altered: null });
  });

  it('with the effect stale has a correct signature, but is 10 minutes old', async () => {
    await register('stale.com', 'stale');
    await expectDelivery('stale.com', { state: 'delivered' });
    const [{ body, headers, at }] = receiver.received as [(typeof receiver.received)[0]];
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
    expect(Math.abs(at - sentAt.getTime() - 600_000)).toBeLessThan(60_000);
    const signature = new Webhook(receiver.secret).sign(headers['webhook-id']!, sentAt, body);
    expect(headers['webhook-signature']).toBe(signature);
  });
});

describe('the effect reorder', () => {
  it('sends the event after the next one', async () => {
    await register('first.com', 'reorder');
    await expectDelivery('first.com', { state: 'pending', attempts: 0, altered: 'reorder' });
    expect(receiver.received).toEqual([]);
    await client.register('second.com');
    await expectDelivery('first.com', { state: 'delivered', attempts: 1 });
    await client.register('third.com');
    await expectDelivery('third.com', { state: 'delivered' });
    expect(domains()).toEqual(['second.com', 'first.com', 'third.com']);
  });

  it('sends both of two held events after the next one', async () => {
    await register('first.com', 'reorder');
    await register('second.com', 'reorder');
    await expectDelivery('second.com', { state: 'pending' });
    await client.register('third.com');
    for (const domain of ['first.com', 'second.com']) await expectDelivery(domain, { state: 'delivered', attempts: 1 });
    expect(domains()[0]).toBe('third.com');
    expect(domains()).toHaveLength(3);
  });

  it('swaps events that are read together', async () => {
    await client.register('healthy.com');
    await expectDelivery('healthy.com', { state: 'delivered' });
    const [first, second] = [await client.orderOf('first.com'), await client.orderOf('second.com')];
    await webhooks.sandbox.rows(
      `UPDATE webhooks.cursors SET leased_until = now() + interval '1 hour', holder = 'test' WHERE receiver_id = $1`,
      [receiver.id],
    );
    await client.pay(first, undefined, withEffect('reorder'));
    await client.pay(second);
    await webhooks.sandbox.rows(
      'UPDATE webhooks.cursors SET leased_until = NULL, due_at = now() WHERE receiver_id = $1',
      [receiver.id],
    );
    await expectDelivery('first.com', { state: 'delivered' });
    expect(domains()).toEqual(['healthy.com', 'second.com', 'first.com']);
  });

  it('holds the event for 60 seconds at most', async () => {
    await register('alone.com', 'reorder');
    const { next_attempt_at, created_at } = await expectDelivery('alone.com', { state: 'pending', attempts: 0 });
    const waitMs = Date.parse(next_attempt_at!) - Date.parse(created_at);
    expect(waitMs).toBeGreaterThan(55_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    webhooks.sandbox.clock.advance({ minutes: 1 });
    await expectDelivery('alone.com', { state: 'delivered', attempts: 1 });
  });

  it('waits for the end of a slow attempt of the next event, and not for earlier events', async () => {
    const slow: (() => void)[] = [];
    receiver.respondWith((_request, response) => void slow.push(() => response.writeHead(200).end()));
    await client.register('earlier.com');
    await eventually(async () => expect(await deliveryOf('earlier.com')).toMatchObject({ sending: true }));
    await register('held.com', 'reorder');
    await expectDelivery('held.com', { state: 'pending', attempts: 0 });
    slow.shift()!();
    await expectDelivery('earlier.com', { state: 'delivered' });
    await client.register('next.com');
    await eventually(async () => expect(await deliveryOf('next.com')).toMatchObject({ sending: true }));
    expect(domains()).toEqual(['earlier.com', 'next.com']);
    receiver.respondWith(200);
    slow.shift()!();
    await expectDelivery('held.com', { state: 'delivered', attempts: 1 });
    expect(domains()).toEqual(['earlier.com', 'next.com', 'held.com']);
  });
});

describe('a webhook fault', () => {
  it('changes the delivery to each receiver, and no event of other requests or tenants', async () => {
    const second = await webhooks.receiverOf(client);
    const stranger = await webhooks.sandbox.tenant();
    const foreign = await webhooks.receiverOf(stranger);
    const orders = await concurrently(10, n => client.orderOf(`shop-${n}.com`));
    const strange = await concurrently(10, n => stranger.orderOf(`shop-${n}.com`));
    await Promise.all([
      ...orders.map((id, n) => client.pay(id, undefined, n === 4 ? withEffect('withhold') : {})),
      ...strange.map(id => stranger.pay(id)),
    ]);
    for (const [at, count] of [
      [receiver, 9],
      [second, 9],
      [foreign, 10],
    ] as const)
      await eventually(() => expect(at.received).toHaveLength(count));
    await eventually(async () =>
      expect((await webhooks.deliveriesOf(client)).filter(({ altered }) => altered)).toMatchObject([
        { domain: 'shop-4.com', state: 'skipped', altered: 'withhold' },
        { domain: 'shop-4.com', state: 'skipped', altered: 'withhold' },
      ]),
    );
    expect((await webhooks.deliveriesOf(stranger)).every(({ altered }) => altered === null)).toBe(true);
  });

  it('changes the delivery of domain.renewed', async () => {
    await client.register('again.com');
    await expectDelivery('again.com', { state: 'delivered' });
    const renewal = await client.renewalOf('again.com');
    await client.pay(renewal, undefined, withEffect('withhold'));
    await expectDelivery('again.com', { event_type: 'domain.renewed', state: 'skipped', altered: 'withhold' });
  });

  it('causes no event, and is not reported, when the payment is refused or repeated', async () => {
    const id = await client.orderOf('declined.com');
    const declined = { order_id: id, payment: { method: 'test_declined', reference: 'declined' } };
    const refused = await client.checkout(declined, withEffect('duplicate'));
    expect(outcomeOf(refused)).toBe('402 PAYMENT_DECLINED');
    await client.pay(id, 'invoice-1', { 'X-Idempotency-Key': 'pay' });
    const repeated = await client.pay(id, 'invoice-1', withEffect('duplicate'));
    const replayed = await client.pay(id, 'invoice-1', { 'X-Idempotency-Key': 'pay', ...withEffect('duplicate') });
    expect([repeated, replayed].map(outcomeOf)).toEqual(['200', '200']);
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    for (const { headers } of [refused, repeated, replayed]) expect(headers['sandbox-faulted']).toBeUndefined();
    await expectDelivery('declined.com', { state: 'delivered', attempts: 1, altered: null });
    expect(receiver.received).toHaveLength(1);
  });

  it('is shown in the portal', async () => {
    await register('shown.com', 'withhold');
    const { id } = await expectDelivery('shown.com', { state: 'skipped' });
    const person = await webhooks.sandbox.person({ role: 'developer', tenants: [client] });
    const path = `tenants/${client.tenant.slug}/deliveries`;
    expect((await person.get(path)).body.data.deliveries).toMatchObject([{ id, altered: 'withhold' }]);
    expect((await person.get(`${path}/${id}`)).body.data).toMatchObject({ altered: 'withhold', log: [] });
  });

  it('is refused at operations that send no event', async () => {
    const refusals = [
      await client.search({ domain: 'example.com' }, withEffect('stale')),
      await client.order({ domain: 'example.com', years: 1, owner: ADA }, withEffect('stale')),
      await client.renew({ domain: 'example.com', years: 1 }, withEffect('stale')),
      await client.raw({
        path: FAULTS,
        body: { match: { operation: 'order' }, fault: { kind: 'webhook', effect: 'stale' } },
      }),
    ];
    expect(refusals.map(refused => fieldsOf(refused)[0])).toEqual(['kind', 'kind', 'kind', 'fault.kind']);
    for (const refused of refusals) {
      expect(outcomeOf(refused)).toBe('422 INVALID_FAULT');
      expect(refused.body.error.message).toMatch(
        /has no effect on (search|order|renew), which sends no events; use it with checkout/,
      );
    }
  });

  it.each([
    ['explode', 'effect'],
    ['duplicate;times=1', 'times'],
    ['duplicate;times=6', 'times'],
    ['delay', 'seconds'],
    ['delay;seconds=301', 'seconds'],
    ['delay;seconds=0', 'seconds'],
    ['delay;times=2', 'seconds'],
    ['stale;times=2', 'times'],
    ['stale;phase=after', 'phase'],
  ])('with the effect %s is refused and names %s', async (effect, field) => {
    const refused = await client.pay('ord_x', 'r', withEffect(effect));
    expect(outcomeOf(refused)).toBe('422 INVALID_FAULT');
    expect(fieldsOf(refused)).toEqual([field]);
  });
});
