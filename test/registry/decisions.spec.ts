import { ADA, type Client, REGISTRY } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { concurrently, countOutcomes, fieldsOf, outcomeOf, retryUnavailable } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

const START = '2030-01-01T00:00:00.000Z';
const DUE = '2030-01-01T00:00:10.000Z';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  await client.freeze(START);
});

const order = async (id: string) => (await client.getOrder(id)).body.data;
const types = async () => (await eventsOf(sandbox, client)).map(({ type }) => type);
const dataOf = async (type: string) => (await eventsOf(sandbox, client)).find(event => event.type === type)?.body.data;

/** Orders a domain and pays. Returns the order and the response of the checkout. */
async function buy(domain: string) {
  const id = await client.orderOf(domain, 2);
  return { id, response: await client.pay(id, `r-${id}`) };
}

describe('a registration that the registry decides later', () => {
  it('is answered with 202, reserves the domain, and announces nothing', async () => {
    const { id, response } = await buy('my-pending-shop.com');
    expect(response.status).toBe(202);
    expect(response.body.data).toEqual({
      order_id: id,
      domain: 'my-pending-shop.com',
      status: 'paid',
      domain_status: 'pending',
      registered_at: null,
      expires_at: null,
      meta: { source: 'nameyard-sandbox' },
    });
    expect(await order(id)).toMatchObject({ status: 'paid', domain_status: 'pending', due_at: DUE, reason: null });
    expect(await types()).toEqual([]);
    expect(outcomeOf(await client.getRegistration('my-pending-shop.com'))).toBe('404 REGISTRATION_NOT_FOUND');
    const search = (await client.search({ domain: 'my-pending-shop.com' })).body.data;
    expect([search.status, search.meta.rule]).toEqual(['taken', 'pending']);
    const other = await client.order({ domain: 'my-pending-shop.com', years: 1, owner: ADA });
    expect(outcomeOf(other)).toBe('409 DOMAIN_TAKEN');
    expect(other.body.error.details).toMatchObject([{ field: 'domain', rule: 'pending' }]);
  });

  it('is left out of suggestions and lists', async () => {
    await client.setRegistry({ registration: 'async' });
    await buy('my-shop.net');
    const { suggestions } = (await client.search({ domain: 'my-shop.com' })).body.data;
    expect(suggestions.map(({ domain }: { domain: string }) => domain)).not.toContain('my-shop.net');
    expect((await client.get('/api/v1/sandbox/registrations')).body.data.registrations).toEqual([]);
  });

  it('registers, fails, or waits at the due date, by the word of its name', async () => {
    const names = [
      'pending.com',
      'rejected-pending.com',
      'action-required-pending.com',
      'action-required-rejected.com',
    ];
    const bought = [];
    for (const name of names) bought.push(await buy(name));
    const { happened } = (await client.advance({ to: DUE })).body.data;
    expect(happened.map(({ at, type, domain }: Record<string, string>) => [at, type, domain])).toEqual([
      [DUE, 'domain.action_required', 'action-required-pending.com'],
      [DUE, 'domain.registration_failed', 'action-required-rejected.com'],
      [DUE, 'domain.registered', 'pending.com'],
      [DUE, 'domain.registration_failed', 'rejected-pending.com'],
    ]);
    const [registered, failed, waiting] = await Promise.all(bought.map(({ id }) => order(id)));
    expect(registered).toMatchObject({ status: 'paid', domain_status: 'registered', due_at: null, refund: null });
    expect(failed).toMatchObject({ status: 'refunded', domain_status: 'failed', reason: 'registry_rejected' });
    expect(failed).toMatchObject({ refunded_at: DUE, refund: failed.amount });
    expect(waiting).toMatchObject({ status: 'paid', domain_status: 'action_required', reason: 'action_required' });
    const { registered_at, expires_at, order_id } = (await client.getRegistration('pending.com')).body.data;
    expect([registered_at, expires_at, order_id]).toEqual([DUE, '2032-01-01T00:00:10.000Z', bought[0]!.id]);
    expect(await dataOf('domain.registration_failed')).toMatchObject({ status: 'failed', reason: 'registry_rejected' });
    expect(await client.statusOf('rejected-pending.com')).toBe('available');
  });

  it.each([
    ['unpending.com', 200],
    ['pendings.com', 200],
    ['action.com', 200],
    ['required-action.com', 200],
    ['action-x-required.com', 200],
    ['xn--pnding-bua.com', 200],
    ['PENDING.com', 202],
    ['a-rejected.com', 202],
  ])('depends on whole words: the payment of %s is answered with %i', async (domain, status) => {
    expect((await buy(domain)).response.status).toBe(status);
  });

  it('is every one in the mode async, with the mode and the delay at the payment', async () => {
    await client.setRegistry({ registration: 'async', registration_delay: 'PT1H' });
    const { id } = await buy('plain.com');
    await client.setRegistry({});
    expect((await order(id)).due_at).toBe('2030-01-01T01:00:00.000Z');
    expect((await buy('other.com')).response.status).toBe(200);
    await client.advance({ by: 'PT1H' });
    expect((await order(id)).domain_status).toBe('registered');
  });

  it('gets its first result for ever, by reference and by idempotency key', async () => {
    const id = await client.orderOf('a-rejected.com');
    const key = { 'X-Idempotency-Key': 'k' };
    const first = await client.pay(id, 'r', key);
    const other = await client.orderOf('other.com');
    await client.advance({ by: 'PT10S' });
    for (const again of [await client.pay(id, 'r', key), await client.pay(id, 'r')])
      expect([again.status, again.body.data]).toEqual([202, first.body.data]);
    expect(outcomeOf(await client.pay(id, 'another'))).toBe('409 ORDER_REFUNDED');
    expect(outcomeOf(await client.pay(other, 'r'))).toBe('409 PAYMENT_REFERENCE_USED');
  });

  it('leaves older orders of the domain open, which can be paid after a failure', async () => {
    const older = await client.orderOf('a-rejected.com');
    await buy('a-rejected.com');
    expect(outcomeOf(await client.pay(older))).toBe('409 DOMAIN_TAKEN');
    await client.advance({ by: 'PT10S' });
    expect((await client.pay(older)).status).toBe(202);
  });

  it('is decided within two seconds when time passes by itself', async () => {
    client = await sandbox.tenant();
    await client.setRegistry({ registration: 'async', registration_delay: 'PT1S' });
    const { id } = await buy('plain.com');
    await eventually(async () => expect((await order(id)).domain_status).toBe('registered'));
    expect(await types()).toEqual(['domain.registered']);
  });

  it('keeps the settings of the order', async () => {
    const settings = { nameservers: ['NS1.example.org', 'ns2.example.org'], locked: false, auto_renew: true };
    const placed = await client.order({ domain: 'a-pending.com', years: 1, owner: ADA, settings });
    const id = placed.body.data.order_id;
    await client.pay(id);
    await client.advance({ by: 'PT10S' });
    const expected = { ...settings, nameservers: ['ns1.example.org', 'ns2.example.org'] };
    expect((await order(id)).settings).toEqual(expected);
    expect((await client.getRegistration('a-pending.com')).body.data).toMatchObject({ ...expected, privacy: false });
  });
});

describe('the settings of the registry', () => {
  it.each(['PT0.5S', 'P61D', 'P2M', 'PT1440H1S', 'P1Y'])('refuse the delay %s', async delay => {
    for (const field of ['registration_delay', 'transfer_delay']) {
      const refused = await client.raw({ method: 'PUT', path: REGISTRY, body: { [field]: delay } });
      expect([outcomeOf(refused), fieldsOf(refused)]).toEqual(['422 VALIDATION_FAILED', [field]]);
    }
  });

  it.each(['PT1S', 'P60D', 'P1M', 'PT1440H'])('take the delay %s', async delay => {
    await client.setRegistry({ registration_delay: delay, transfer_delay: delay });
  });
});

describe('a clock that is ahead of real time', () => {
  beforeEach(async () => void (client = await sandbox.tenant()));

  const transferOf = async (domain: string): Promise<string> => {
    const body = { domain, auth_code: 'code', owner: ADA };
    return (await client.raw({ path: '/api/v1/sandbox/domains/transfer', body })).body.data.order_id;
  };
  const returnToRealTime = async () => outcomeOf(await client.setClock({ mode: 'real' }));

  it.each(['a-pending.com', 'taken.com'])('cannot be set back behind the payment of %s', async domain => {
    const id = domain === 'taken.com' ? await transferOf(domain) : await client.orderOf(domain);
    await client.advance({ by: 'P1D' });
    await client.pay(id);
    expect(await returnToRealTime()).toBe('409 CLOCK_BACKWARDS');
  });

  it.each(['a deletion', 'a cancellation'])('cannot be set back behind the refund of %s', async name => {
    const id = name === 'a deletion' ? undefined : await transferOf('taken.com');
    await (id ? client.pay(id) : client.register('plain.com'));
    await client.advance({ by: 'P1D' });
    expect(outcomeOf(await (id ? cancel(id) : client.deleteRegistration('plain.com')))).toBe('200');
    expect(await returnToRealTime()).toBe('409 CLOCK_BACKWARDS');
  });

  it('can be set back before a decision about an earlier payment', async () => {
    await client.pay(await transferOf('taken.com'));
    await client.advance({ by: 'P1D' });
    expect(await returnToRealTime()).toBe('200');
  });
});

describe('orders', () => {
  it('are filtered by kind and by the status of the domain', async () => {
    await client.register('plain.com');
    await buy('a-pending.com');
    const listed = async (query: object) => {
      const { orders } = (await client.get('/api/v1/sandbox/orders', query as never)).body.data;
      return orders.map(({ domain }: { domain: string }) => domain);
    };
    expect(await listed({ domain_status: 'pending' })).toEqual(['a-pending.com']);
    expect(await listed({ domain_status: 'registered' })).toEqual(['plain.com']);
    expect(await listed({ kind: 'transfer' })).toEqual([]);
    expect(await listed({ kind: 'registration', domain_status: 'failed' })).toEqual([]);
  });
});

const decide = (body: object) => client.raw({ path: '/api/v1/sandbox/control/registry/decide', body });
const cancel = (id: string) => client.raw({ path: `/api/v1/sandbox/orders/${id}/cancel`, body: {} });

describe('a decision by a test', () => {
  it('ends the wait at once, with a reason', async () => {
    const { id } = await buy('a-pending.com');
    const { status, body } = await decide({ domain: 'A-pending.com', outcome: 'failed', reason: 'blocked by court' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ order_id: id, domain_status: 'failed', reason: 'blocked by court' });
    expect(body.data).toEqual(await order(id));
    await client.advance({ by: 'P1D' });
    expect(await types()).toEqual(['domain.registration_failed']);
  });

  it('can ask for action again, which changes only the reason', async () => {
    await buy('a-pending.com');
    for (const reason of ['passport', 'address'])
      await decide({ domain: 'a-pending.com', outcome: 'action_required', reason });
    await client.advance({ by: 'P30D' });
    const { body } = await decide({ domain: 'a-pending.com', outcome: 'registered' });
    expect(body.data).toMatchObject({ domain_status: 'registered', reason: null });
    expect(await types()).toEqual(['domain.action_required', 'domain.registered']);
  });

  it.each([
    [{ domain: 'nothing.com', outcome: 'failed' }, '404 NOTHING_PENDING', undefined],
    [{ domain: 'a-pending.com', outcome: 'sold' }, '422 VALIDATION_FAILED', ['outcome']],
    [{ domain: 'a-pending.com', outcome: 'registered', reason: 'x' }, '422 VALIDATION_FAILED', ['reason']],
    [{ domain: 'a-pending.com', outcome: 'failed', reason: 'x'.repeat(201) }, '422 VALIDATION_FAILED', ['reason']],
    [{ domain: 'a-pending.com', outcome: 'failed', why: 'x' }, '422 VALIDATION_FAILED', ['why']],
  ])('is refused if it is %j', async (body, outcome, fields) => {
    const response = await decide(body);
    expect(outcomeOf(response)).toBe(outcome);
    if (fields) expect(fieldsOf(response)).toEqual(fields);
  });

  it('is made once by fifty at the same time, with one refund', async () => {
    const { id } = await buy('a-pending.com');
    const responses = await concurrently(50, n =>
      retryUnavailable(() =>
        n % 2
          ? decide({ domain: 'a-pending.com', outcome: 'failed' })
          : decide({ domain: 'a-pending.com', outcome: 'registered' }),
      ),
    );
    expect(countOutcomes(responses)).toEqual({ 200: 1, '404 NOTHING_PENDING': 49 });
    const { status, domain_status } = await order(id);
    const isRegistered = domain_status === 'registered';
    expect(status).toBe(isRegistered ? 'paid' : 'refunded');
    expect(await types()).toEqual([isRegistered ? 'domain.registered' : 'domain.registration_failed']);
    expect((await client.getRegistration('a-pending.com')).status).toBe(isRegistered ? 200 : 404);
  });
});

describe('a webhook fault', () => {
  const contexts = async () =>
    sandbox.rows('SELECT type, context FROM platform.events WHERE tenant_id = $1 ORDER BY position', [
      client.tenant.id,
    ]);

  it('of a checkout that is answered with 202 alters the event that ends the order', async () => {
    const id = await client.orderOf('a-rejected.com');
    await client.pay(id, 'r', { 'Sandbox-Fault': 'webhook;effect=duplicate;times=3' });
    await client.advance({ by: 'PT10S' });
    expect(await contexts()).toMatchObject([
      { type: 'domain.registration_failed', context: { delivery: { effect: 'duplicate', times: 3 } } },
    ]);
  });

  it('by a rule for the type of the event alters the event of a decision', async () => {
    const fault = { kind: 'webhook', effect: 'duplicate', times: 2 };
    const match = { event: 'domain.registration_failed' };
    await client.raw({ path: '/api/v1/sandbox/control/faults', body: { match, fault } });
    await buy('a-pending.com');
    await decide({ domain: 'a-pending.com', outcome: 'failed' });
    expect(await contexts()).toMatchObject([{ context: { delivery: { effect: 'duplicate', times: 2 } } }]);
  });
});

describe('the cancellation of an order', () => {
  it('refunds a registration that waits for somebody, once', async () => {
    const { id } = await buy('action-required.com');
    expect(outcomeOf(await cancel(id))).toBe('409 ORDER_NOT_CANCELABLE');
    await client.advance({ by: 'PT10S' });
    const responses = await concurrently(20, () => retryUnavailable(() => cancel(id)));
    expect(countOutcomes(responses)).toEqual({ 200: 20 });
    for (const { body } of responses)
      expect(body.data).toMatchObject({ status: 'refunded', domain_status: 'failed', reason: 'canceled' });
    expect(await types()).toEqual(['domain.action_required', 'domain.registration_failed']);
  });

  it('refunds an order whose decision had the reason canceled', async () => {
    const { id } = await buy('a-pending.com');
    await decide({ domain: 'a-pending.com', outcome: 'action_required', reason: 'canceled' });
    expect((await cancel(id)).body.data).toMatchObject({ status: 'refunded', domain_status: 'failed' });
  });

  it('is refused for other orders', async () => {
    const open = await client.orderOf('plain.com');
    expect(outcomeOf(await cancel(open))).toBe('409 ORDER_NOT_CANCELABLE');
    await client.pay(open);
    expect(outcomeOf(await cancel(open))).toBe('409 ORDER_NOT_CANCELABLE');
    const foreign = await sandbox.tenant();
    expect(outcomeOf(await cancel(await foreign.orderOf('x.com')))).toBe('404 ORDER_NOT_FOUND');
  });
});
