import type { OperationName } from '#identity/access';
import type { Expectation, Scenario, ScenarioCall } from '../../contract.js';

/** Calls that the scenarios consist of. */

const DOMAINS = '/api/v1/sandbox/domains';
export const CONTROL = '/api/v1/sandbox/control';

/** Placeholder for a text that is the same in all calls of a run, and different in each run. */
export const UNIQUE = '{{unique}}';
export const DOMAIN = `${UNIQUE}.com`;

/** The registry decides later about this domain. */
export const PENDING = `${UNIQUE}-pending.com`;

/** This domain is taken, and can be transferred. */
export const TAKEN = `${UNIQUE}-taken.com`;

/** Percent-encoded control character, which is invalid in a path parameter. */
export const CONTROL_CHARACTER = '%01';

/** Placeholder for a value in the response to an earlier call. */
export const valueOf = (call: number, member: string): string => `{{given.${call}.data.${member}}}`;

export const orderOf = (call: number): string => valueOf(call, 'order_id');

const UNKNOWN_ORDER = `ord_${'0'.repeat(32)}`;

const OWNER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

export const get = (path: string): ScenarioCall => ({ method: 'GET', path });

export const remove = (path: string): ScenarioCall => ({ method: 'DELETE', path });

export const patch = (path: string, body: unknown): ScenarioCall => ({ method: 'PATCH', path, body });

export const post = (path: string, body: unknown): ScenarioCall => ({ method: 'POST', path, body });

export const search = (domain = DOMAIN): ScenarioCall => post(`${DOMAINS}/search`, { domain });

export const check = (...domains: string[]): ScenarioCall => post(`${DOMAINS}/check`, { domains });

export const order = (domain = DOMAIN, years = 1): ScenarioCall =>
  post(`${DOMAINS}/order`, { domain, years, owner: OWNER });

export const renew = (domain = DOMAIN, years = 1): ScenarioCall => post(`${DOMAINS}/renew`, { domain, years });

export const transfer = (domain = TAKEN, authCode = 'code'): ScenarioCall =>
  post(`${DOMAINS}/transfer`, { domain, auth_code: authCode, owner: OWNER });

export const cancel = (orderId = UNKNOWN_ORDER): ScenarioCall => post(`/api/v1/sandbox/orders/${orderId}/cancel`, {});

const REGISTRATIONS = '/api/v1/sandbox/registrations';

export const getRegistration = (domain = DOMAIN): ScenarioCall => get(`${REGISTRATIONS}/${domain}`);

export const update = (domain = DOMAIN, body: object = { locked: false }): ScenarioCall =>
  patch(`${REGISTRATIONS}/${domain}`, body);

export const deleteRegistration = (domain = DOMAIN): ScenarioCall => remove(`${REGISTRATIONS}/${domain}`);

export const getAuthCode = (domain = DOMAIN): ScenarioCall => get(`${REGISTRATIONS}/${domain}/auth-code`);

export const checkout = (
  orderId = UNKNOWN_ORDER,
  { method = 'test', reference = UNIQUE }: { method?: string; reference?: string } = {},
): ScenarioCall => post(`${DOMAINS}/checkout`, { order_id: orderId, payment: { method, reference } });

export const put = (path: string, body: unknown): ScenarioCall => ({ method: 'PUT', path, body });

export const addFault = (body: object): ScenarioCall => post(`${CONTROL}/faults`, body);

export const withHeaders = (call: ScenarioCall, headers: Record<string, string | null>): ScenarioCall => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

/** An idempotency key of this run; each route has its own keys. */
export const idempotent = (call: ScenarioCall): ScenarioCall => withHeaders(call, { 'X-Idempotency-Key': UNIQUE });

export const withFault = (call: ScenarioCall, fault: string): ScenarioCall =>
  withHeaders(call, { 'Sandbox-Fault': fault });

/** The payment of an earlier order with another reference than the first payment. */
export const secondCheckout = (call: number): ScenarioCall =>
  checkout(orderOf(call), { reference: `second-${UNIQUE}` });

/** Calls that register the domain: an order and its payment. */
export const registered = (domain = DOMAIN, years = 1): ScenarioCall[] => [
  order(domain, years),
  { ...checkout(orderOf(0), { reference: `first-${UNIQUE}` }), expect: { events: ['domain.registered'] } },
];

/** Calls that pay for a domain that the registry decides later. */
export const pending = (): ScenarioCall[] => [order(PENDING), checkout(orderOf(0))];

export const UNVERIFIED = { ...OWNER, email: 'unverified@example.com' };

/** Sets a contact whose email address must be verified. */
export const unverified = (): ScenarioCall => ({
  ...update(DOMAIN, { contact: UNVERIFIED }),
  expect: { events: ['domain.updated', 'domain.verification_due'] },
});

interface Terms extends Expectation {
  given?: ScenarioCall[];
}

/** A request that succeeds, by default with the status 200. */
const succeeding = (request: ScenarioCall, { given = [], status = 200, ...expected }: Terms = {}) => ({
  given,
  request,
  expect: { status, ...expected },
});

/** A scenario whose request succeeds, by default with the status 200. The ID begins with the operation. */
export const success = (id: string, title: string, request: ScenarioCall, terms?: Terms): Scenario => ({
  id,
  title,
  operation: id.split('.')[0]!,
  ...succeeding(request, terms),
});

/** A successful call of each operation: the calls before it, the request, and the expected response. */
export const SUCCESSES: Record<OperationName, Pick<Scenario, 'given' | 'request' | 'expect'>> = {
  search: succeeding(search(), { data: { query: DOMAIN, status: 'available' } }),
  check: succeeding(check(DOMAIN, TAKEN), {
    data: { results: [{ domain: DOMAIN, status: 'available' }, { status: 'taken' }] },
  }),
  order: succeeding(order(), { status: 201, data: { domain: DOMAIN, status: 'created' } }),
  checkout: succeeding(checkout(orderOf(0)), {
    given: [order()],
    data: { domain: DOMAIN, status: 'paid' },
    events: ['domain.registered'],
  }),
  renew: succeeding(renew(), {
    given: registered(),
    status: 201,
    data: { domain: DOMAIN, kind: 'renewal', status: 'created' },
  }),
  transfer: succeeding(transfer(), { status: 201, data: { domain: TAKEN, kind: 'transfer', status: 'created' } }),
  cancel: succeeding(cancel(orderOf(0)), {
    given: [transfer(), checkout(orderOf(0))],
    data: { domain: TAKEN, status: 'refunded', domain_status: 'failed', reason: 'canceled' },
    events: ['domain.transfer_failed'],
  }),
  update: succeeding(update(), {
    given: registered(),
    data: { domain: DOMAIN, locked: false },
    events: ['domain.updated'],
  }),
  delete: succeeding(deleteRegistration(), {
    given: registered(),
    data: { domain: DOMAIN },
    events: ['domain.deleted'],
  }),
};

/** The header of a response that repeats an earlier result. */
export const REPLAYED = { 'idempotency-replayed': 'true' };

/** Adds the header that marks a fault to an expected response. */
export const faulted = ({ headers, ...expected }: Expectation): Expectation => ({
  ...expected,
  headers: { ...headers, 'sandbox-faulted': 'header' },
});

/** The domain of the successful call of an operation. */
export const domainOf = (operation: OperationName): string =>
  operation === 'transfer' || operation === 'cancel' ? TAKEN : DOMAIN;
