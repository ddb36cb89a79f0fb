import { type Client } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { concurrently, outcomeOf, retryUnavailable } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

const ENDS = { 'domain.registered': 'registered', 'domain.registration_failed': 'failed' } as Record<string, string>;

let processes: Sandbox[];
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  processes = [sandbox, await startSandbox({ peerOf: sandbox })];
});

/** The client at each process in turn. */
const at = (client: Client, n: number) => processes[n % processes.length]!.clientOf(client);

const decide = (client: Client, domain: string, outcome: string) =>
  retryUnavailable(() => client.raw({ path: '/api/v1/sandbox/control/registry/decide', body: { domain, outcome } }));
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
