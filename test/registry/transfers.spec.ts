import { ADA, type Client } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

const START = '2030-01-01T00:00:00.000Z';
const END = '2030-01-06T00:00:00.000Z';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  await client.freeze(START);
});

const transfer = (domain: string, more: object = {}) =>
  client.raw({ path: '/api/v1/sandbox/domains/transfer', body: { domain, auth_code: 'c-1', owner: ADA, ...more } });
const transferOf = async (domain: string): Promise<string> => (await transfer(domain)).body.data.order_id;
const types = async () => (await eventsOf(sandbox, client)).map(({ type }) => type);

describe('a transfer', () => {
  it('is ordered for a year at the price of a transfer, and ends after five days', async () => {
    const { price } = (await client.search({ domain: 'taken.io' })).body.data;
    const placed = await transfer('taken.io');
    expect(placed.status).toBe(201);
    expect(placed.body.data).toMatchObject({ kind: 'transfer', years: 1, status: 'created' });
    expect(placed.body.data.amount).toEqual({ currency: 'USD', total: price.transfer });
    const id = placed.body.data.order_id;
    expect((await client.pay(id)).status).toBe(202);
    expect((await client.getOrder(id)).body.data).toMatchObject({ domain_status: 'pending', due_at: END });
    await client.advance({ to: END });
    expect((await client.getRegistration('taken.io')).body.data).toMatchObject({
      order_id: id,
      registered_at: END,
      expires_at: '2031-01-06T00:00:00.000Z',
    });
    expect(await types()).toEqual(['domain.transferred_in']);
    expect(outcomeOf(await transfer('taken.io'))).toBe('409 ALREADY_HELD');
    expect((await client.search({ domain: 'taken.io' })).body.data.meta.rule).toBe('word');
  });

  it.each([
    ['available.com', {}, '409 NOT_REGISTERED'],
    ['locked-taken.com', {}, '409 DOMAIN_LOCKED'],
    ['locked.com', {}, '409 NOT_REGISTERED'],
    ['taken.com', { auth_code: 'wrong-1' }, '422 INVALID_AUTH_CODE'],
    ['available.com', { auth_code: 'wrong' }, '422 INVALID_AUTH_CODE'],
    ['taken.com', { auth_code: '' }, '422 VALIDATION_FAILED'],
    ['taken.com', { auth_code: 'wrong', owner: null }, '422 VALIDATION_FAILED'],
    ['taken.com', { max_amount: { currency: 'USD', total: 1 } }, '422 PRICE_NOT_ACCEPTED'],
    ['available.com', { max_amount: { currency: 'USD', total: 1 } }, '422 PRICE_NOT_ACCEPTED'],
    ['taken.us', { settings: { privacy: true } }, '422 VALIDATION_FAILED'],
    ['taken.invalid', {}, '422 unsupported_tld'],
  ])('of %s with %j is refused with %s', async (domain, more, outcome) => {
    expect(outcomeOf(await transfer(domain, more))).toBe(outcome);
  });

  it('is checked again at its payment', async () => {
    const [first, second] = [await transferOf('taken.com'), await transferOf('taken.com')];
    await client.pay(first!);
    expect(outcomeOf(await transfer('taken.com'))).toBe('409 TRANSFER_PENDING');
    expect(outcomeOf(await client.pay(second!))).toBe('409 TRANSFER_PENDING');
    await client.advance({ to: END });
    expect(outcomeOf(await client.pay(second!))).toBe('409 ALREADY_HELD');
  });

  it('makes the domain pending for searches, checks and orders', async () => {
    const id = await transferOf('taken.com');
    await client.pay(id);
    const rules = async () => [
      (await client.search({ domain: 'taken.com' })).body.data.meta.rule,
      (await client.check({ domains: ['taken.com'] })).body.data.results[0].rule,
      (await client.order({ domain: 'taken.com', years: 1, owner: ADA })).body.error.details[0].rule,
    ];
    expect(await rules()).toEqual(['pending', 'pending', 'pending']);
    await client.raw({ path: `/api/v1/sandbox/orders/${id}/cancel`, body: {} });
    expect(await rules()).toEqual(['word', 'word', 'word']);
  });

  it('of a domain whose registration is pending is refused', async () => {
    await client.pay(await client.orderOf('a-pending.com'));
    expect(outcomeOf(await transfer('a-pending.com'))).toBe('409 NOT_REGISTERED');
  });

  it('fails or waits by the word of its name', async () => {
    const failing = await transferOf('rejected-taken.com');
    const waiting = await transferOf('action-required-taken.com');
    for (const id of [failing, waiting]) await client.pay(id);
    await client.advance({ to: END });
    expect((await client.getOrder(failing)).body.data).toMatchObject({
      status: 'refunded',
      domain_status: 'failed',
      reason: 'registrar_rejected',
    });
    expect((await client.getOrder(waiting)).body.data).toMatchObject({ domain_status: 'action_required' });
    expect(await types()).toEqual(['domain.action_required', 'domain.transfer_failed']);
    await client.raw({ path: `/api/v1/sandbox/orders/${waiting}/cancel`, body: {} });
    expect((await client.getOrder(waiting)).body.data).toMatchObject({ status: 'refunded', reason: 'canceled' });
  });

  it('returns the first order for a repeated idempotency key, whatever has happened since', async () => {
    const call = {
      path: '/api/v1/sandbox/domains/transfer',
      body: { domain: 'taken.com', auth_code: 'c', owner: ADA },
      headers: { 'X-Idempotency-Key': 'k' },
    };
    const first = await client.raw(call);
    await client.pay(first.body.data.order_id);
    expect((await client.raw(call)).body.data).toEqual(first.body.data);
  });
});

describe('an automatic renewal', () => {
  const owned = async (settings: object, domain = 'plain.com') => {
    const placed = await client.order({ domain, years: 1, owner: ADA, settings });
    await client.pay(placed.body.data.order_id, `r-${domain}`);
    return placed.body.data.order_id as string;
  };

  it('takes the place of the expiry, every year', async () => {
    const id = await owned({ auto_renew: true });
    await owned({}, 'other.com');
    const { happened } = (await client.advance({ by: 'P3Y' })).body.data;
    expect(
      happened
        .filter(({ domain }: { domain: string }) => domain === 'plain.com')
        .map(({ at, type }: Record<string, string>) => `${at!.slice(0, 10)} ${type}`),
    ).toEqual([
      '2030-12-02 domain.expiring',
      '2031-01-01 domain.renewed',
      '2031-12-02 domain.expiring',
      '2032-01-01 domain.renewed',
      '2032-12-02 domain.expiring',
      '2033-01-01 domain.renewed',
    ]);
    expect((await client.getRegistration('plain.com')).body.data).toMatchObject({
      order_id: id,
      expires_at: '2034-01-01T00:00:00.000Z',
    });
    const { orders } = (await client.get('/api/v1/sandbox/orders', { kind: 'renewal' })).body.data;
    expect(orders).toHaveLength(3);
    expect(orders[2]).toMatchObject({
      status: 'paid',
      domain_status: 'registered',
      years: 1,
      paid_at: '2031-01-01T00:00:00.000Z',
      amount: { currency: 'USD', total: 14.99 },
      owner: ADA,
    });
    const payments = await sandbox.rows('SELECT reference FROM checkout.payments WHERE order_id = $1', [
      orders[0].order_id,
    ]);
    expect(payments).toEqual([{ reference: `auto-renew-${orders[0].order_id}` }]);
    const times = (await eventsOf(sandbox, client)).map(({ occurred_at }) => occurred_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('fails before the expiry if the payment is declined, and is not tried again', async () => {
    await owned({ auto_renew: true });
    await client.updateRegistration('plain.com', { payment_method: 'test_declined' });
    const { happened } = (await client.advance({ by: 'P13M' })).body.data;
    expect(happened.map(({ at, type }: Record<string, string>) => `${at!.slice(0, 10)} ${type}`)).toEqual([
      '2030-12-02 domain.expiring',
      '2031-01-01 domain.renewal_failed',
      '2031-01-01 domain.expired',
      '2031-01-31 domain.released',
    ]);
    const failed = (await eventsOf(sandbox, client)).find(({ type }) => type === 'domain.renewal_failed');
    expect(failed!.body.data).toMatchObject({
      reason: 'payment_declined',
      status: 'expired',
      amount: { currency: 'USD', total: 14.99 },
      expires_at: '2031-01-01T00:00:00.000Z',
    });
    const { orders } = (await client.get('/api/v1/sandbox/orders', { kind: 'renewal' })).body.data;
    expect(orders).toEqual([]);
  });

  it.each([
    ['seconds', '2030-12-31T23:59:50.000Z', '2031-01-16T00:00:00.000Z'],
    ['days', '2030-12-20T00:00:00.000Z', '2031-01-04T00:00:00.000Z'],
  ])('%s before a suspension is in the data of domain.suspended', async (_, changedAt, suspendedAt) => {
    await owned({ auto_renew: true });
    await client.advance({ to: changedAt });
    await client.updateRegistration('plain.com', { contact: { ...ADA, email: 'unverified@example.com' } });
    await client.advance({ to: suspendedAt });
    const events = (await eventsOf(sandbox, client)).slice(-2);
    expect(events.map(({ type, body }) => [type, body.data.status, body.data.expires_at])).toEqual([
      ['domain.renewed', 'registered', '2032-01-01T00:00:00.000Z'],
      ['domain.suspended', 'registered', '2032-01-01T00:00:00.000Z'],
    ]);
  });
});
