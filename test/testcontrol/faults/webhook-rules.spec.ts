import { type Client, WORLD } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { addRule, requestRule, rulesOf } from '../../support/faults.js';
import { concurrently, fieldsOf, outcomeOf, retryUnavailable } from '../../support/outcome.js';
import { WebhookSandbox } from '../../support/webhook-sandbox.js';

const webhooks = new WebhookSandbox();
let client: Client;

beforeAll(() => webhooks.start({ settings: { webhookRetrySchedule: [0, 400, 400, 400] } }));
beforeEach(async () => {
  client = await webhooks.sandbox.tenant();
  await webhooks.receiverOf(client);
});
afterEach(() => webhooks.stopReceivers());
afterAll(() => webhooks.sandbox.stop());

/** Waits until the delivery of an event of a domain has these values. */
const expectDelivery = (domain: string, expected: object, type = 'domain.registered') =>
  eventually(async () => {
    const deliveries = await webhooks.deliveriesOf(client);
    const delivery = deliveries.find(({ domain: of, event_type }) => of === domain && event_type === type);
    expect(delivery).toMatchObject({ sending: false, ...expected });
  });

/** Adds a rule for a webhook fault, and returns its ID. */
const ruleOf = async (fault: object, more: object = {}): Promise<string> =>
  (await addRule(client, { fault: { kind: 'webhook', ...fault }, ...more })).id;

describe('a rule with a webhook fault', () => {
  it('applies to the checkouts of its domains', async () => {
    const id = await ruleOf({ effect: 'duplicate', times: 2 }, { match: { operation: 'checkout', domain: 'shop-*' } });
    for (const domain of ['other.com', 'shop-a.com', 'shop-b.com']) await client.register(domain);
    await expectDelivery('shop-a.com', { state: 'delivered', attempts: 2, altered: 'duplicate' });
    await expectDelivery('shop-b.com', { state: 'delivered', attempts: 1, altered: null });
    await expectDelivery('other.com', { state: 'delivered', attempts: 1, altered: null });
    expect(await rulesOf(client)).toMatchObject([
      { id, fault: { kind: 'webhook', effect: 'duplicate', times: 2 }, used: 1, remaining: 0 },
    ]);
  });

  it('counts only the checkout that sends the event', async () => {
    const paid = await client.orderOf('first.com');
    await client.pay(paid, 'invoice-1');
    const rule = await ruleOf({ effect: 'withhold' }, { match: { operation: 'checkout' } });
    const id = await client.orderOf('second.com');
    const unsent = [
      await client.pay(paid, 'invoice-1'),
      await client.pay(paid, 'invoice-2'),
      await client.checkout({ order_id: id, payment: { method: 'test_declined', reference: 'invoice-3' } }),
      await client.pay('ord_unknown'),
    ];
    expect(unsent.map(({ headers }) => headers['sandbox-faulted'])).toEqual(unsent.map(() => undefined));
    expect(await rulesOf(client)).toMatchObject([{ used: 0 }]);
    expect((await client.pay(id, 'invoice-4')).headers['sandbox-faulted']).toBe(rule);
    await expectDelivery('second.com', { state: 'skipped', altered: 'withhold' });
    expect(await rulesOf(client)).toMatchObject([{ used: 1, remaining: 0 }]);
  });

  it('applies besides a rule that makes the request fail', async () => {
    await ruleOf({ effect: 'withhold' });
    const fault = { kind: 'error', code: 'GATEWAY_TIMEOUT', phase: 'after' };
    await addRule(client, { match: { operation: 'checkout' }, fault });
    expect(outcomeOf(await client.pay(await client.orderOf('both.com')))).toBe('504 GATEWAY_TIMEOUT');
    await expectDelivery('both.com', { state: 'skipped', altered: 'withhold' });
  });

  it('is counted once by concurrent payments', async () => {
    const orders = await concurrently(10, n => client.orderOf(`shop-${n}.com`));
    await ruleOf({ effect: 'withhold' }, { times: 3, skip: 2 });
    const responses = await Promise.all(orders.map(id => retryUnavailable(() => client.pay(id))));
    expect(responses.map(outcomeOf)).toEqual(orders.map(() => '200'));
    expect(responses.filter(({ headers }) => headers['sandbox-faulted'] !== undefined)).toHaveLength(3);
    expect(await rulesOf(client)).toMatchObject([{ used: 3, remaining: 0 }]);
  });

  it('alters an event of a type that a change of the clock records', async () => {
    await client.register('expiring.com');
    await client.register('other.com');
    const match = { event: 'domain.expired', domain: 'expiring.com' };
    const rule = await addRule(client, { match, fault: { kind: 'webhook', effect: 'withhold' } });
    expect(rule.match).toEqual(match);
    await client.advance({ by: 'P1Y' });
    expect(await rulesOf(client)).toMatchObject([{ id: rule.id, used: 1, remaining: 0 }]);
    await expectDelivery('expiring.com', { state: 'skipped', altered: 'withhold' }, 'domain.expired');
    await expectDelivery('expiring.com', { state: 'delivered', altered: null }, 'domain.expiring');
    await expectDelivery('other.com', { state: 'delivered', altered: null }, 'domain.expired');
  });

  it('alters events that the worker and the portal record', async () => {
    const { slug } = client.tenant;
    const developer = await webhooks.sandbox.person({ role: 'developer', tenants: [client] });
    await client.register('renewed.com');
    await ruleOf({ effect: 'withhold' }, { match: { event: 'domain.renewed' } });
    await ruleOf({ effect: 'withhold' }, { match: { operation: 'checkout' } });
    const renewed = await developer.post(`tenants/${slug}/domains/renewed.com/renew`, { years: 1 });
    await expectDelivery('renewed.com', { state: 'skipped', altered: 'withhold' }, 'domain.renewed');
    expect((await rulesOf(client)).map(({ used }: { used: number }) => used)).toEqual([1, 0]);
    await ruleOf({ effect: 'duplicate', times: 3 }, { match: { event: 'domain.expired' }, expires_in: 'PT24H' });
    // Two seconds before the end of the second year.
    const now = new Date(Date.parse(renewed.body.data.expires_at) - 2_000).toISOString();
    await client.setClock({ mode: 'running', now });
    await expectDelivery('renewed.com', { state: 'delivered', attempts: 3, altered: 'duplicate' }, 'domain.expired');
  });

  it('alters only events of its type', async () => {
    await ruleOf({ effect: 'withhold' }, { match: { operation: 'checkout', event: 'domain.renewed' } });
    await client.register('typed.com');
    await client.pay(await client.renewalOf('typed.com'));
    await expectDelivery('typed.com', { state: 'delivered', altered: null });
    await expectDelivery('typed.com', { state: 'skipped', altered: 'withhold' }, 'domain.renewed');
  });

  it('is kept by a snapshot with its event type', async () => {
    await ruleOf({ effect: 'withhold' }, { match: { event: 'domain.expired' } });
    const snapshot = (await client.get(WORLD)).body.data;
    expect(snapshot.faults).toMatchObject([{ match: { event: 'domain.expired' } }]);
    await client.raw({ method: 'PUT', path: WORLD, body: snapshot });
    expect(await rulesOf(client)).toMatchObject([{ match: { event: 'domain.expired' } }]);
  });

  it.each([
    [{ event: 'domain.expired' }, { kind: 'reset' }, 'INVALID_FAULT', 'match.event'],
    [{ event: 'domain.lost' }, { kind: 'webhook', effect: 'stale' }, 'VALIDATION_FAILED', 'match.event'],
    [
      { event: 'domain.expired', operation: 'order' },
      { kind: 'webhook', effect: 'stale' },
      'INVALID_FAULT',
      'fault.kind',
    ],
  ])('for %j with the fault %j is refused with %s', async (match, fault, code, field) => {
    const refused = await requestRule(client, { match, fault });
    expect(outcomeOf(refused)).toBe(`422 ${code}`);
    expect(fieldsOf(refused)).toEqual([field]);
  });

  it('names itself in the response, and without an operation counts only checkouts', async () => {
    const id = await ruleOf({ effect: 'withhold' });
    await client.search({ domain: 'held.com' });
    const order = await client.orderOf('held.com');
    const { headers } = await client.pay(order);
    expect(headers['sandbox-faulted']).toBe(id);
    await expectDelivery('held.com', { state: 'skipped', altered: 'withhold' });
  });
});
