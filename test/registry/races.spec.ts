import { ADA, type Client, ORDERS, REGISTRY } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { concurrently, countOutcomes, outcomeOf, retryUnavailable } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

const ENDS = { 'domain.registered': 'registered', 'domain.registration_failed': 'failed' } as Record<string, string>;

const NO_ORDER = `ord_${'0'.repeat(32)}`;

let processes: Sandbox[];
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  processes = [sandbox, await startSandbox({ peerOf: sandbox })];
});

/** The client at each process in turn. */
const at = (client: Client, n: number) => processes[n % processes.length]!.clientOf(client);

const decide = (client: Client, domain: string, outcome: string) =>
  retryUnavailable(() => client.raw({ path: `${REGISTRY}/decide`, body: { domain, outcome } }));
const cancel = (client: Client, id: string) =>
  retryUnavailable(() => client.raw({ path: `/api/v1/sandbox/orders/${id}/cancel`, body: {} }));

/** State, money and event of each order agree. */
async function expectSettled(client: Client, orders: string[]): Promise<void> {
  const events = (await eventsOf(sandbox, client)).filter(({ type }) => type in ENDS);
  expect(events.map(({ body }) => body.data.order_id).toSorted()).toEqual(orders.toSorted());
  for (const { type, body } of events) {
    const { data: order } = (await client.getOrder(body.data.order_id)).body;
    expect(order.domain_status).toBe(ENDS[type]);
    expect([order.status, order.refund]).toEqual(
      order.domain_status === 'failed' ? ['refunded', order.amount] : ['paid', null],
    );
    const { status } = await client.getRegistration(order.domain);
    expect(status).toBe(order.domain_status === 'failed' ? 404 : 200);
  }
}

const pay = (client: Client, domains: string[]) =>
  Promise.all(
    domains.map(async (domain, n) => {
      const id = await at(client, n).orderOf(domain);
      const paid = await retryUnavailable(() => at(client, n).pay(id, `r-${domain}`));
      expect(outcomeOf(paid)).toBe('202');
      return id;
    }),
  );

describe('decisions, cancellations and an advance at the same time', () => {
  it('settle each order once', async () => {
    const client = await sandbox.tenant();
    await client.freeze('2030-01-01T00:00:00Z');
    const domains = await concurrently(20, async n => `n${n}-${n % 2 ? 'pending' : 'action-required'}.com`);
    const orders = await pay(client, domains);
    await Promise.all([
      ...domains.map((domain, n) => decide(at(client, n), domain, n % 3 ? 'failed' : 'registered')),
      ...orders.map((id, n) => cancel(at(client, n), id)),
      client.advance({ by: 'PT10S' }),
    ]);
    for (const [n, domain] of domains.entries()) await decide(at(client, n), domain, 'failed');
    await expectSettled(client, orders);
  });

  it('settle each order once when the worker takes part', async () => {
    const client = await sandbox.tenant();
    await client.setRegistry({ registration: 'async', registration_delay: 'PT1S' });
    const domains = await concurrently(20, async n => `n${n}.com`);
    const orders = await pay(client, domains);
    await Promise.all(domains.map((domain, n) => decide(at(client, n), domain, n % 2 ? 'failed' : 'registered')));
    await eventually(() => expectSettled(client, orders));
  });
});

describe('fifty equal calls at two processes', () => {
  const UNLOCKED = { locked: false };
  const transferOut = (client: Client, domain: string, auth_code: string) =>
    client.raw({ path: `${REGISTRY}/transfer-out`, body: { domain, auth_code } });

  let client: Client;
  let domain: string;

  /** Registers a domain, or orders its transfer and pays. Returns the order. */
  async function prepare(name: string): Promise<string> {
    if (name.startsWith('registration')) {
      const { order_id } = (await client.register(domain)).body.data;
      await client.updateRegistration(domain, UNLOCKED);
      return order_id;
    }
    const body = { domain: 'taken.com', auth_code: 'code', owner: ADA };
    const { order_id } = (await client.raw({ path: '/api/v1/sandbox/domains/transfer', body })).body.data;
    if (name !== 'transfer to pay') await client.pay(order_id);
    return order_id;
  }

  it.each([
    ['registration to transfer out', { 200: 1, '404 REGISTRATION_NOT_FOUND': 49 }, 'domain.transferred_away', 'paid'],
    ['registration to delete', { 200: 1, '404 REGISTRATION_NOT_FOUND': 49 }, 'domain.deleted', 'refunded'],
    ['transfer to cancel', { 200: 50 }, 'domain.transfer_failed', 'refunded'],
    ['transfer to decide', { 200: 1, '404 NOTHING_PENDING': 49 }, 'domain.transferred_in', 'paid'],
    ['transfer to pay', { 202: 1, '409 ORDER_ALREADY_PAID': 49 }, undefined, 'paid'],
  ] as const)('have one effect on a %s', async (name, outcomes, type, status) => {
    client = await sandbox.tenant();
    domain = 'plain.com';
    const id = await prepare(name);
    const code = name.endsWith('out') ? (await client.getAuthCode(domain)).body.data.auth_code : '';
    const calls = {
      'registration to transfer out': (of: Client) => transferOut(of, domain, code),
      'registration to delete': (of: Client) => of.deleteRegistration(domain),
      'transfer to cancel': (of: Client) => cancel(of, id),
      'transfer to decide': (of: Client) => decide(of, 'taken.com', 'registered'),
      'transfer to pay': (of: Client, n: number) => of.pay(id, `reference-${n}`),
    };
    const responses = await concurrently(50, n => retryUnavailable(() => calls[name](at(client, n), n)));
    expect(countOutcomes(responses)).toEqual(outcomes);
    const types = (await eventsOf(sandbox, client)).map(event => event.type);
    expect(types.filter(each => !['domain.registered', 'domain.updated'].includes(each))).toEqual(type ? [type] : []);
    const { data: order } = (await client.getOrder(id)).body;
    expect([order.status, order.refund]).toEqual([status, status === 'refunded' ? order.amount : null]);
  });
});

describe('what is due', () => {
  afterEach(() => sandbox.clock.reset());

  it.each(['decide', 'cancel'])('happens before a call to %s', async name => {
    const client = await sandbox.tenant();
    const domain = name === 'decide' ? 'a-pending.com' : 'action-required.com';
    const [id] = await pay(client, [domain]);
    sandbox.clock.advance({ ms: 20_000 });
    const response = await (name === 'decide' ? decide(client, domain, 'failed') : cancel(client, id!));
    expect(outcomeOf(response)).toBe(name === 'decide' ? '404 NOTHING_PENDING' : '200');
    const [first] = await eventsOf(sandbox, client);
    expect(first!.type).toBe(name === 'decide' ? 'domain.registered' : 'domain.action_required');
  });
});

describe('a request that runs while its world ends', () => {
  it.each([
    ['a change', (client: Client) => client.updateRegistration('shop.com', { locked: false })],
    ['a cancellation', (client: Client) => client.raw({ path: `${ORDERS}/${NO_ORDER}/cancel`, body: {} })],
    ['the payment of a renewal', async (client: Client, renewal: string) => client.pay(renewal)],
  ])('does not wait for due events: %s', async (_, request) => {
    // Repeated if the worker has removed the world before the request, so that its key is not accepted.
    await eventually(async () => {
      const world = await sandbox.world(await sandbox.tenant());
      await world.register('shop.com');
      const renewal = await world.renewalOf('shop.com');
      // Without a notification, the process accepts the key, as if it had checked the key before the end.
      await sandbox.rows('UPDATE tenancy.tenants SET expires_at = now() WHERE id = $1', [world.tenant.id]);
      await sandbox.rows('UPDATE tenancy.clocks SET check_at = now() WHERE tenant_id = $1', [world.tenant.id]);
      const { status } = await request(world, renewal);
      expect([200, 404]).toContain(status);
    });
  });
});
