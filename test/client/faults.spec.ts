import { randomUUID } from 'node:crypto';
import { type Body, InternalError, Nameyard, NameyardError } from '../../libs/client/index.js';
import { ADA } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { concurrently } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

type Operation = 'search' | 'order' | 'checkout' | 'renew';
type Fault = Body<'addFault'>['fault'];

const isInternal = (fault: Fault) => fault.kind === 'error' && fault.code === 'INTERNAL_ERROR';

/** Outcome of a call whose first attempt meets the fault (`once`), or whose three attempts all meet it (`always`). */
interface Expected {
  fault: Fault;
  once: string;
  always: string;
}

const PHASES = ['before', 'after'] as const;
const errorFault = (code: string, once: string, always: string): Expected[] =>
  PHASES.map(phase => ({ fault: { kind: 'error', code, phase }, once, always }));

const FAULTS: Expected[] = [
  ...errorFault('RATE_LIMITED', 'result', 'RateLimitedError'),
  ...errorFault('BAD_GATEWAY', 'result', 'BadGatewayError'),
  ...errorFault('SERVICE_UNAVAILABLE', 'result', 'ServiceUnavailableError'),
  ...errorFault('GATEWAY_TIMEOUT', 'result', 'GatewayTimeoutError'),
  ...errorFault('INTERNAL_ERROR', 'InternalError', 'InternalError'),
  ...PHASES.map(phase => ({ fault: { kind: 'hang', phase } as const, once: 'result', always: 'TimeoutError' })),
  ...PHASES.map(phase => ({ fault: { kind: 'reset', phase } as const, once: 'result', always: 'ConnectionError' })),
  { fault: { kind: 'truncate', bytes: 0 }, once: 'result', always: 'ConnectionError' },
  { fault: { kind: 'truncate', bytes: 40 }, once: 'result', always: 'ConnectionError' },
  { fault: { kind: 'delay', ms: 300 }, once: 'result', always: 'result' },
];

const CASES = FAULTS.flatMap(({ fault, once, always }) => [
  { fault, times: 1, expected: once },
  { fault, times: 3, expected: always },
]);

let sandbox: Sandbox;
let client: Nameyard;
let sent: { path: string; key: string | null }[];

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  const { tenant, key } = await sandbox.tenant();
  sent = [];
  client = new Nameyard({
    baseUrl: `${sandbox.origin}/api/v1`,
    tenant: tenant.slug,
    apiKey: key.value,
    fetch: (url, init) => {
      sent.push({ path: String(url), key: new Headers(init?.headers).get('x-idempotency-key') });
      return fetch(url, init);
    },
  });
});

const order = (domain: string, options = {}) => client.domains.order({ domain, years: 1, owner: ADA }, options);
const payment = () => ({ method: 'test', reference: randomUUID() }) as const;

/** Prepares a call about a domain. It can be repeated, and then takes effect once. */
const PREPARE: Record<Operation, (domain: string, timeout: number) => Promise<() => Promise<object>>> = {
  search: async (domain, timeout) => () => client.domains.search(domain, { timeout }),
  order: async (domain, timeout) => {
    const options = { idempotencyKey: randomUUID(), timeout };
    return () => order(domain, options);
  },
  checkout: async (domain, timeout) => {
    const body = { order_id: (await order(domain)).order_id, payment: payment() };
    return () => client.domains.checkout(body, { timeout });
  },
  renew: async (domain, timeout) => {
    const body = { order_id: (await order(domain)).order_id, payment: payment() };
    await client.domains.checkout(body);
    const options = { idempotencyKey: randomUUID(), timeout };
    return () => client.domains.renew({ domain, years: 1 }, options);
  },
};

const outcomeOf = (call: Promise<object>): Promise<string> =>
  call.then(
    () => 'result',
    (error: unknown) => (error instanceof NameyardError ? error.name : `${String(error)} of another class`),
  );

async function eventsSince(after: string): Promise<{ type: string; domain: string }[]> {
  const { events, next } = await client.events.list({ after, wait: 0 });
  const described = events.map(({ type, data }) => ({ type, domain: data.domain }));
  return events.length === 0 ? described : [...described, ...(await eventsSince(next))];
}

/** What exists of a domain: its orders, and the events among these. */
async function effectsOf(domain: string, events: { type: string; domain: string }[]) {
  const orders: string[] = [];
  for await (const { kind, status } of client.orders.list({ domain })) orders.push(`${kind} ${status}`);
  const own = events.filter(event => event.domain === domain);
  return { orders: orders.sort(), events: own.map(({ type }) => type) };
}

/** Only a hang has to run into the timeout; on a busy machine, other calls can take seconds. */
const timeoutOf = ({ kind }: Fault) => (kind === 'hang' ? 2_000 : 30_000);

const EFFECTS: Record<Operation, { orders: string[]; events: string[] }> = {
  search: { orders: [], events: [] },
  order: { orders: ['registration created'], events: [] },
  checkout: { orders: ['registration paid'], events: ['domain.registered'] },
  renew: { orders: ['registration paid', 'renewal created'], events: ['domain.registered'] },
};

describe.each(Object.keys(PREPARE) as Operation[])('%s with faults', operation => {
  it('ends with a result or a typed error, and takes effect once', async () => {
    const { next: start } = await client.events.list({ wait: 0 });
    const cases = CASES.map(({ fault, times, expected }, index) => ({
      fault,
      times,
      expected,
      domain: `case-${index}-${operation}.com`,
    }));
    const outcomes = await Promise.all(
      cases.map(async ({ fault, times, domain }) => {
        const call = await PREPARE[operation](domain, timeoutOf(fault));
        await client.control.faults.add({ match: { operation, domain }, fault, times });
        const first = await outcomeOf(call());
        // INTERNAL_ERROR is not retried, so the fault would also apply to the second call.
        const again = isInternal(fault) && times > 1 ? 'result' : await outcomeOf(call());
        return { fault, times, outcome: first, again };
      }),
    );
    expect(outcomes).toEqual(
      cases.map(({ fault, times, expected }) => ({ fault, times, outcome: expected, again: 'result' })),
    );
    const retried = cases.filter(({ fault }) => !isInternal(fault));
    // Events become visible when all earlier transactions of the PostgreSQL server have ended, also those of other tests.
    await eventually(async () => {
      const events = await eventsSince(start);
      for (const { fault, domain } of retried)
        expect([fault, await effectsOf(domain, events)]).toEqual([fault, EFFECTS[operation]]);
    });
  });
});

describe('a lost response to a checkout', () => {
  it('is one registration and a normal result', async () => {
    const { order_id } = await order('lost.com');
    const match = { operation: 'checkout' } as const;
    await client.control.faults.add({ match, fault: { kind: 'reset', phase: 'after' }, times: 2 });
    const { data, response } = await client.domains.checkout({ order_id, payment: payment() }).withResponse();
    expect(data).toMatchObject({ order_id, status: 'paid', domain_status: 'registered' });
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    const keys = sent.filter(({ path }) => path.endsWith('/checkout')).map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    const statuses = [];
    for await (const { status } of client.control.journal.requests({ operation: 'checkout' })) statuses.push(status);
    expect(statuses).toEqual([null, null, 200]);
    const registrations = [];
    for await (const { domain } of client.registrations.list()) registrations.push(domain);
    expect(registrations).toEqual(['lost.com']);
  });
});

describe('an internal error after a payment', () => {
  it('is not retried, and the same call gets the result', async () => {
    const body = { order_id: (await order('paid.com')).order_id, payment: payment() };
    const fault = { kind: 'error', code: 'INTERNAL_ERROR', phase: 'after' } as const;
    await client.control.faults.add({ match: { operation: 'checkout' }, fault });
    await expect(client.domains.checkout(body)).rejects.toBeInstanceOf(InternalError);
    expect(await client.domains.checkout(body)).toMatchObject({ status: 'paid' });
  });
});

describe('the same idempotency key at the same time', () => {
  it('is one order for all callers', async () => {
    const idempotencyKey = randomUUID();
    const orders = await concurrently(8, () => order('at-once.com', { idempotencyKey, maxRetries: 5 }));
    expect(new Set(orders.map(({ order_id }) => order_id)).size).toBe(1);
  });
});
