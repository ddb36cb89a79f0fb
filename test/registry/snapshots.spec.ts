import { ADA, type Client, REGISTRY, WORLD } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

const START = '2030-01-01T00:00:00.000Z';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  await client.freeze(START);
});

const take = async () => {
  const { meta: _meta, ...snapshot } = (await client.get(WORLD)).body.data;
  return snapshot;
};
const restore = (body: object) => client.raw({ method: 'PUT', path: WORLD, body: { version: 1, ...body } });
const decide = (body: object) => client.raw({ path: `${REGISTRY}/decide`, body });

describe('a snapshot', () => {
  it('keeps what the registry has decided, and what it is to decide', async () => {
    await client.setRegistry({ registration: 'async', transfer_delay: 'P1D' });
    for (const domain of ['plain.com', 'a-rejected.com', 'action-required.com'])
      await client.pay(await client.orderOf(domain));
    await client.advance({ by: 'PT10S' });
    await client.pay(await client.orderOf('later.com'));
    const snapshot = await take();
    expect(snapshot.registry).toEqual({ registration: 'async', transfer_delay: 'P1D' });
    expect((await restore(snapshot)).status).toBe(200);
    expect(await take()).toEqual(snapshot);
    const { happened } = (await client.advance({ by: 'PT10S' })).body.data;
    expect(happened).toMatchObject([{ type: 'domain.registered', domain: 'later.com' }]);
  });

  it('keeps the order of a deleted registration as it was', async () => {
    const { order_id } = (await client.register('plain.com')).body.data;
    await client.deleteRegistration('plain.com');
    const [snapshot, order] = [await take(), (await client.getOrder(order_id)).body.data];
    expect(order).toMatchObject({ status: 'refunded', domain_status: 'registered', reason: 'deleted' });
    await restore(snapshot);
    expect(await take()).toEqual(snapshot);
    expect((await client.getOrder(order_id)).body.data).toEqual(order);
  });

  it.each(['is registered', 'was deleted'])(
    'keeps the first result of a payment that was decided at the same time, if the domain %s',
    async state => {
      await client.setRegistry({ registration: 'async' });
      const id = await client.orderOf('plain.com');
      const first = await client.pay(id, 'r');
      await decide({ domain: 'plain.com', outcome: 'registered' });
      if (state === 'was deleted') await client.deleteRegistration('plain.com');
      const [snapshot, copy] = [await take(), await sandbox.world(client, { from: 'copy' })];
      await restore(snapshot);
      for (const world of [client, copy]) {
        const again = await world.pay(id, 'r');
        expect([again.status, again.body.data]).toEqual([202, first.body.data]);
      }
      expect(await take()).toEqual(snapshot);
    },
  );

  it('has no member of the registry by default', async () => {
    await client.register('plain.com');
    const snapshot = await take();
    expect(snapshot).not.toHaveProperty('registry');
    const members = ['kind', 'domain_status', 'due_at', 'reason', 'refunded_at', 'settings'];
    for (const member of members) expect(snapshot.orders[0]).not.toHaveProperty(member);
  });

  it('gives a pending order its due date, and reserves its domain', async () => {
    const order = { domain: 'shop.com', owner: ADA, status: 'paid', domain_status: 'pending' };
    const past = { ...order, domain: 'past.com', due_at: '2029-01-01T00:00:00Z' };
    expect((await restore({ orders: [order, past] })).body.data).toMatchObject({ orders: 2, registrations: 0 });
    expect(outcomeOf(await client.order({ domain: 'shop.com', years: 1, owner: ADA }))).toBe('409 DOMAIN_TAKEN');
    const { orders } = (await client.get('/api/v1/sandbox/orders')).body.data;
    const dueOf = (name: string) => orders.find(({ domain }: { domain: string }) => domain === name).due_at;
    expect([dueOf('shop.com'), dueOf('past.com')]).toEqual(['2030-01-01T00:00:10.000Z', START]);
    const { happened } = (await client.advance({ by: 'PT10S' })).body.data;
    expect(happened.map(({ at, domain }: Record<string, string>) => [at, domain])).toEqual([
      [START, 'past.com'],
      ['2030-01-01T00:00:10.000Z', 'shop.com'],
    ]);
  });

  it('lets what is overdue happen at the present time, and nothing that has happened before', async () => {
    const past = '2029-12-01T00:00:00.000Z';
    const order = { domain: 'a.com', owner: ADA, status: 'paid', domain_status: 'pending', due_at: past };
    const registrations = [
      { domain: 'expired.com', expires_at: START },
      { domain: 'expiring.com', expires_at: '2030-01-15T00:00:00.000Z' },
      { domain: 'suspended.com', verification_due_at: past, suspended: true },
      { domain: 'unverified.com', verification_due_at: past },
    ];
    await restore({ orders: [order], registrations });
    const { suspended, verification_due_at } = (await client.getRegistration('suspended.com')).body.data;
    expect([suspended, verification_due_at]).toEqual([true, past]);
    const { happened } = (await client.advance({ by: 'P10D' })).body.data;
    expect(happened.map(({ at, type, domain }: Record<string, string>) => [at, type, domain])).toEqual([
      [START, 'domain.registered', 'a.com'],
      [START, 'domain.suspended', 'unverified.com'],
    ]);
  });

  it.each([
    [{ domain: 'a.com', domain_status: 'pending' }, 'orders.0.domain_status'],
    [{ domain: 'a.com', status: 'paid', domain_status: 'failed' }, 'orders.0.domain_status'],
    [{ domain: 'a.com', status: 'paid', due_at: START }, 'orders.0.due_at'],
    [{ domain: 'a.com', status: 'paid', refunded_at: START }, 'orders.0.refunded_at'],
    [{ domain: 'a.com', status: 'paid', reason: 'x' }, 'orders.0.reason'],
    [{ domain: 'a.com', decided_later: true }, 'orders.0.decided_later'],
    [{ domain: 'a.com', renews: '', status: 'paid', domain_status: 'pending' }, 'orders.0.domain_status'],
  ])('is refused with the order %j', async (order, field) => {
    const response = await restore({ orders: [order] });
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(response.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it('is refused when two orders reserve a domain', async () => {
    const order = { domain: 'a.com', status: 'paid', domain_status: 'pending' };
    expect(outcomeOf(await restore({ orders: [order, order] }))).toBe('422 VALIDATION_FAILED');
    expect(outcomeOf(await restore({ orders: [order], registrations: [{ domain: 'a.com' }] }))).toBe(
      '422 VALIDATION_FAILED',
    );
  });
});

describe('a reset', () => {
  it('forgets open decisions and the settings of the registry', async () => {
    await client.setRegistry({ registration: 'async' });
    await client.pay(await client.orderOf('later.com'));
    await client.raw({ method: 'DELETE', path: WORLD });
    expect((await client.get('/api/v1/sandbox/control/registry')).body.data.registration).toBe('sync');
    expect(await client.statusOf('later.com')).toBe('available');
    await client.freeze('2031-01-01T00:00:00.000Z');
    expect((await client.advance({ by: 'P1Y' })).body.data.happened).toEqual([]);
  });
});
