import fc from 'fast-check';
import { ADA, CHECKOUT, type Client, FAULTS, ORDER, RENEW, SEARCH } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import type { HttpResponse } from '../support/openapi-check.js';
import { WebhookSandbox } from '../support/webhook-sandbox.js';

const webhooks = new WebhookSandbox();

beforeAll(() => webhooks.share());
afterEach(() => webhooks.stopReceivers());

const PHASE = fc.constantFrom('', ';phase=after');
const CODES = fc.constantFrom('RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'GATEWAY_TIMEOUT');

const FAULT = fc.oneof(
  fc.tuple(CODES, PHASE).map(([code, phase]) => `error;code=${code}${phase}`),
  PHASE.map(phase => `reset${phase}`),
  PHASE.map(phase => `hang${phase}`),
  fc.nat(40).map(bytes => `truncate;bytes=${bytes}`),
  fc.constant('delay;ms=5'),
);

/** A duplicate or late delivery must arrive as well; a withheld one does not. */
const ANNOUNCED = fc
  .constantFrom('duplicate', 'bad-signature', 'stale', 'delay;seconds=1')
  .map(effect => `webhook;effect=${effect}`);

const STEP = fc.record({
  kind: fc.constantFrom('register', 'register', 'renew', 'search', 'rule'),
  domain: fc.constantFrom('a.com', 'b.com', 'c.com'),
  faults: fc.record({
    order: fc.option(FAULT, { nil: undefined }),
    checkout: fc.option(fc.oneof(FAULT, ANNOUNCED), { nil: undefined }),
  }),
  times: fc.integer({ min: 1, max: 3 }),
});

type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never;

let keys = 0;

/** Calls as a careful client does: repeats with the same idempotency key until there is an answer. */
async function insist(client: Client, path: string, body: object, fault?: string): Promise<HttpResponse> {
  const headers = { 'X-Idempotency-Key': `key-${++keys}` };
  for (let attempt = 0; attempt < 12; attempt++) {
    const extra: Record<string, string> = fault && attempt === 0 ? { 'Sandbox-Fault': fault } : {};
    const answer = await send(client, path, body, { ...headers, ...extra });
    if (answer && (answer.status < 400 || !answer.body.error.retryable)) return answer;
  }
  throw new Error(`no answer from ${path}`);
}

/** Undefined if the response is lost. */
async function send(client: Client, path: string, body: object, headers: Record<string, string>) {
  try {
    const response = await fetch(webhooks.sandbox.origin + path, {
      method: 'POST',
      headers: { ...client.headers, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(400),
    });
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), text, body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function perform(client: Client, { kind, domain, faults, times }: Step): Promise<void> {
  if (kind === 'search') await insist(client, SEARCH, { domain }, faults.order);
  else if (kind === 'rule')
    await client.raw({ path: FAULTS, body: { match: { domain }, fault: { kind: 'reset', phase: 'after' }, times } });
  else {
    const body = kind === 'renew' ? { domain, years: 1 } : { domain, years: 1, owner: ADA };
    const ordered = await insist(client, kind === 'renew' ? RENEW : ORDER, body, faults.order);
    if (ordered.status >= 400) return;
    const { order_id } = ordered.body.data;
    await insist(client, CHECKOUT, { order_id, payment: { method: 'test', reference: order_id } }, faults.checkout);
  }
}

/** What the tables say, in an order that does not depend on IDs. */
async function stateOf({ tenant }: Client) {
  const rows = (sql: string) => webhooks.sandbox.rows(sql, [tenant.id]);
  const [orders, payments, registrations, events] = await Promise.all([
    rows(`SELECT id, domain, status, years, renews FROM orders.orders WHERE tenant_id = $1`),
    rows(`SELECT order_id FROM checkout.payments WHERE tenant_id = $1`),
    rows(`SELECT domain, order_id, registered_at, expires_at FROM domains.registrations WHERE tenant_id = $1`),
    rows(`SELECT id, type, key, body::jsonb -> 'data' AS data FROM platform.events WHERE tenant_id = $1`),
  ]);
  return { orders, payments, registrations, events };
}

/** Orders, payments, registrations and events must agree. */
async function expectConsistency(client: Client): Promise<string[]> {
  const { orders, payments, registrations, events } = await stateOf(client);
  const paid = orders.filter(({ status }) => status === 'paid').map(({ id }) => id as string);
  const sorted = (values: string[]) => values.toSorted();
  expect(sorted(payments.map(({ order_id }) => order_id))).toEqual(sorted(paid));
  expect(sorted(events.map(({ key }) => key))).toEqual(sorted(paid));
  const first = orders.filter(({ status, renews }) => status === 'paid' && renews === null);
  expect(sorted(registrations.map(({ order_id }) => order_id))).toEqual(sorted(first.map(({ id }) => id)));
  for (const { domain, registered_at, expires_at } of registrations) {
    const years = orders
      .filter(order => order.status === 'paid' && order.domain === domain)
      .reduce((sum, order) => sum + order.years, 0);
    expect(expires_at.getUTCFullYear() - registered_at.getUTCFullYear()).toBe(years);
  }
  return events.map(({ id }) => id);
}

describe('a purchase with faults', () => {
  it('leaves orders, payments, registrations, events and deliveries that agree, and leaks to no one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 8 }), async steps => {
        const [faulted, clean] = [await webhooks.sandbox.tenant(), await webhooks.sandbox.tenant()];
        const receiver = await webhooks.receiverOf(faulted);
        const bystander = (async () => {
          for (const name of ['x.com', 'y.com', 'z.com']) {
            const response = await clean.register(name);
            expect(response.headers['sandbox-faulted']).toBeUndefined();
          }
        })();
        for (const step of steps) await perform(faulted, step);
        await bystander;
        await faulted.raw({ method: 'DELETE', path: FAULTS });
        const unfaulted = await faulted.search({ domain: 'd.com' });
        expect([unfaulted.status, unfaulted.headers['sandbox-faulted']]).toEqual([200, undefined]);
        const announced = await expectConsistency(faulted);
        await expectConsistency(clean);
        await eventually(async () => {
          expect((await deliveredEvents(faulted)).toSorted()).toEqual(announced.toSorted());
        });
        expect(new Set(receiver.ids)).toEqual(new Set(announced));
        const marked = await webhooks.sandbox.rows(
          'SELECT FROM usage.requests WHERE tenant_id = $1 AND faulted IS NOT NULL',
          [clean.tenant.id],
        );
        expect(marked).toEqual([]);
      }),
      { numRuns: 12 },
    );
  }, 240_000);
});

/** IDs of the events that were delivered. */
async function deliveredEvents({ tenant }: Client): Promise<string[]> {
  const rows = await webhooks.sandbox.rows(
    `SELECT event_id FROM webhooks.deliveries WHERE tenant_id = $1 AND state = 'delivered'`,
    [tenant.id],
  );
  return rows.map(({ event_id }) => event_id);
}
