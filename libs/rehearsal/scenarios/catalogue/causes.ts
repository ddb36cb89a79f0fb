import type { OperationName } from '#access';
import type { ScenarioCall } from '../../contract.js';
import {
  addFault,
  checkout,
  CONTROL,
  DOMAIN,
  get,
  idempotent,
  order,
  orderOf,
  registered,
  renew,
  search,
  UNIQUE,
  withFault,
  withHeaders,
} from './calls.js';

/** A request that leads to an error without a fault. */
export interface Cause {
  code: string;
  /** Tells the causes of the same error apart. */
  variant?: string;
  given?: ScenarioCall[];
  request: ScenarioCall;
  /** Types of the events, where it matters that there are none. */
  events?: string[];
}

interface Operation {
  /** A request with valid fields. */
  call: ScenarioCall;
  causes: Cause[];
}

const OTHER_DOMAIN = `other-${UNIQUE}.com`;

const UNKNOWN_KEY = `Bearer ny_sandbox_${'0'.repeat(38)}`;

/** More than 16 KiB. */
const LONG_HEADER = '{{x.17408}}';

/** More than 64 KiB. */
const LONG_BODY = '{{x.66560}}';

/** Causes that every operation has. */
function commonCauses(call: ScenarioCall): Cause[] {
  const causes: Cause[] = [
    { code: 'API_KEY_REQUIRED', request: withHeaders(call, { Authorization: null }) },
    { code: 'API_KEY_INVALID', request: withHeaders(call, { Authorization: UNKNOWN_KEY }) },
    { code: 'TENANT_REQUIRED', request: withHeaders(call, { 'X-Tenant': null }) },
    { code: 'NOT_ACCEPTABLE', request: withHeaders(call, { Accept: 'text/html' }) },
    { code: 'HEADERS_TOO_LARGE', request: withHeaders(call, { 'X-Filler': LONG_HEADER }) },
  ];
  if (call.method === 'GET') return causes;
  return [
    ...causes,
    { code: 'MALFORMED_JSON', request: { ...call, body: '{' } },
    { code: 'PAYLOAD_TOO_LARGE', request: { ...call, body: LONG_BODY } },
    {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      request: withHeaders({ ...call, body: UNIQUE }, { 'Content-Type': 'text/plain' }),
    },
  ];
}

/** All causes of the errors of an operation. */
export const causesOf = ({ call, causes }: Operation): Cause[] => [...commonCauses(call), ...causes];

/** Causes of domains that cannot be ordered. */
const domainCauses = (callWith: (domain: string) => ScenarioCall): Cause[] => [
  { code: 'INVALID_DOMAIN', request: callWith(`-${UNIQUE}.com`) },
  { code: 'unsupported_tld', request: callWith(`${UNIQUE}.invalid`) },
];

const invalidFault = (call: ScenarioCall): Cause => ({
  code: 'INVALID_FAULT',
  request: withFault(call, 'delay;ms=never'),
});

/** The operations that faults can make fail. Their other errors are simulated. */
export const PURCHASES: Record<OperationName, Operation> = {
  search: {
    call: search(),
    causes: [
      ...domainCauses(search),
      { code: 'VALIDATION_FAILED', request: { ...search(), body: {} } },
      invalidFault(search()),
    ],
  },
  order: {
    call: order(),
    causes: [
      ...domainCauses(order),
      { code: 'VALIDATION_FAILED', request: order(DOMAIN, 0) },
      { code: 'DOMAIN_TAKEN', variant: 'reserved-name', request: order('google.com') },
      { code: 'DOMAIN_TAKEN', variant: 'word', request: order(`${UNIQUE}-taken.com`) },
      { code: 'DOMAIN_TAKEN', variant: 'registered', given: registered(), request: order() },
      { code: 'IDEMPOTENCY_KEY_REUSED', given: [idempotent(order())], request: idempotent(order(OTHER_DOMAIN)) },
      invalidFault(order()),
    ],
  },
  checkout: {
    call: checkout(),
    causes: [
      { code: 'VALIDATION_FAILED', request: { ...checkout(), body: { order_id: UNIQUE } } },
      { code: 'UNSUPPORTED_PAYMENT_METHOD', request: checkout(undefined, { method: 'card' }) },
      { code: 'ORDER_NOT_FOUND', request: checkout() },
      {
        code: 'PAYMENT_DECLINED',
        given: [order()],
        request: checkout(orderOf(0), { method: 'test_declined' }),
        events: [],
      },
      {
        code: 'DOMAIN_TAKEN',
        given: [order(), order(), checkout(orderOf(0))],
        request: checkout(orderOf(1), { reference: `second-${UNIQUE}` }),
      },
      { code: 'ORDER_ALREADY_PAID', given: registered(), request: checkout(orderOf(0)) },
      {
        code: 'PAYMENT_REFERENCE_USED',
        given: [order(), checkout(orderOf(0)), order(OTHER_DOMAIN)],
        request: checkout(orderOf(2)),
      },
      {
        code: 'TERM_TOO_LONG',
        given: [...registered(DOMAIN, 5), renew(DOMAIN, 5), renew(DOMAIN, 5), checkout(orderOf(2))],
        request: checkout(orderOf(3), { reference: `second-${UNIQUE}` }),
      },
      {
        code: 'IDEMPOTENCY_KEY_REUSED',
        given: [order(), idempotent(checkout(orderOf(0)))],
        request: idempotent(checkout(orderOf(0), { reference: `second-${UNIQUE}` })),
      },
      invalidFault(checkout()),
    ],
  },
  renew: {
    call: renew(),
    causes: [
      ...domainCauses(renew),
      { code: 'VALIDATION_FAILED', request: renew(DOMAIN, 0) },
      { code: 'REGISTRATION_NOT_FOUND', request: renew() },
      { code: 'TERM_TOO_LONG', given: registered(DOMAIN, 10), request: renew() },
      {
        code: 'IDEMPOTENCY_KEY_REUSED',
        given: [...registered(), idempotent(renew())],
        request: idempotent(renew(DOMAIN, 2)),
      },
      invalidFault(renew()),
    ],
  },
};

const getRegistration = (domain: string) => get(`/api/v1/sandbox/registrations/${domain}`);
const getOrder = (id: string) => get(`/api/v1/sandbox/orders/${id}`);
const removeFault = (id: string): ScenarioCall => ({ method: 'DELETE', path: `${CONTROL}/faults/${id}` });
const setClock = (body: object): ScenarioCall => ({ method: 'PUT', path: `${CONTROL}/clock`, body });
const advanceClock = (body: object): ScenarioCall => ({ method: 'POST', path: `${CONTROL}/clock/advance`, body });

/** Not valid in a path parameter. */
const CONTROL_CHARACTER = '%01';

const LONG_AGO = '2020-01-01T00:00:00Z';

/** The other operations, by the operation ID of the OpenAPI document. None of these requests takes effect. */
export const OTHER_OPERATIONS: Record<string, Operation> = {
  getOrder: {
    call: getOrder(UNIQUE),
    causes: [
      { code: 'ORDER_NOT_FOUND', request: getOrder(UNIQUE) },
      { code: 'NOT_FOUND', request: getOrder(CONTROL_CHARACTER) },
    ],
  },
  listOrders: {
    call: get('/api/v1/sandbox/orders'),
    causes: [{ code: 'VALIDATION_FAILED', request: get('/api/v1/sandbox/orders?limit=0') }],
  },
  getRegistration: {
    call: getRegistration(DOMAIN),
    causes: [
      ...domainCauses(getRegistration),
      { code: 'REGISTRATION_NOT_FOUND', request: getRegistration(DOMAIN) },
      { code: 'NOT_FOUND', request: getRegistration(CONTROL_CHARACTER) },
    ],
  },
  listRegistrations: {
    call: get('/api/v1/sandbox/registrations'),
    causes: [{ code: 'VALIDATION_FAILED', request: get('/api/v1/sandbox/registrations?limit=0') }],
  },
  getClock: { call: get(`${CONTROL}/clock`), causes: [] },
  setClock: {
    call: setClock({ mode: 'frozen', now: LONG_AGO }),
    causes: [
      { code: 'VALIDATION_FAILED', request: setClock({ mode: 'fast' }) },
      { code: 'CLOCK_BACKWARDS', request: setClock({ mode: 'frozen', now: LONG_AGO }) },
      {
        code: 'IDEMPOTENCY_KEY_REUSED',
        // The clock already has this mode, so nothing changes.
        given: [get(`${CONTROL}/clock`), idempotent(setClock({ mode: '{{given.0.data.mode}}' }))],
        request: idempotent(setClock({ mode: 'frozen', now: LONG_AGO })),
      },
    ],
  },
  advanceClock: {
    call: advanceClock({ to: LONG_AGO }),
    causes: [
      { code: 'VALIDATION_FAILED', request: advanceClock({ by: '1 year' }) },
      { code: 'CLOCK_BACKWARDS', request: advanceClock({ to: LONG_AGO }) },
    ],
  },
  addFault: {
    call: addFault({ fault: { kind: 'unknown' } }),
    causes: [
      { code: 'INVALID_FAULT', request: addFault({ fault: { kind: 'unknown' } }) },
      { code: 'VALIDATION_FAILED', request: addFault({ fault: { kind: 'hang' }, times: 0 }) },
    ],
  },
  listFaults: { call: get(`${CONTROL}/faults`), causes: [] },
  removeFault: {
    call: removeFault(UNIQUE),
    causes: [
      { code: 'FAULT_NOT_FOUND', request: removeFault(UNIQUE) },
      { code: 'NOT_FOUND', request: removeFault(CONTROL_CHARACTER) },
    ],
  },
  removeAllFaults: { call: { method: 'DELETE', path: `${CONTROL}/faults` }, causes: [] },
  followEvents: {
    call: get('/api/v1/sandbox/events'),
    causes: [{ code: 'VALIDATION_FAILED', request: get('/api/v1/sandbox/events?wait=26') }],
  },
};

/**
 * Errors that one request with one sandbox key cannot lead to, and that cannot be simulated where faults do not exist.
 * The operations of a purchase have a scenario for each of them. By code, or by operation and code.
 */
export const NOT_REHEARSABLE: Record<string, string> = {
  MALFORMED_REQUEST: 'HTTP libraries cannot send it.',
  REQUEST_TIMEOUT: 'HTTP libraries cannot send it.',
  EXPECTATION_FAILED: 'HTTP libraries cannot send it.',
  MISDIRECTED_REQUEST: 'It requires the host name of a storefront.',
  SCOPE_DENIED: 'It requires another API key.',
  PERMISSION_DENIED: 'It requires another API key.',
  RATE_LIMITED: 'It would delay all other requests of the key.',
  IDEMPOTENCY_IN_PROGRESS: 'It requires two requests at once.',
  'advanceClock.IDEMPOTENCY_KEY_REUSED': 'It would change the clock of the tenant.',
  TOO_MANY_WAITING: 'It requires many requests at once.',
  TOO_MANY_FAULTS: 'It requires rules that disturb other requests of the tenant.',
  INTERNAL_ERROR: 'It is a failure of the service.',
  SERVICE_UNAVAILABLE: 'It is a failure of the service.',
};
