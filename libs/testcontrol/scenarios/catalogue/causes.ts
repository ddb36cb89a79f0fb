import type { OperationName } from '#identity/access';
import type { ScenarioCall } from '../../contract.js';
import {
  cancel,
  check,
  checkout,
  CONTROL_CHARACTER,
  deleteRegistration,
  DOMAIN,
  get,
  getAuthCode,
  getRegistration,
  idempotent,
  order,
  orderOf,
  PENDING,
  pending,
  registered,
  renew,
  search,
  TAKEN,
  transfer,
  UNIQUE,
  update,
  valueOf,
  withFault,
  withHeaders,
} from './calls.js';
import { type Cause, domainCauses, type Operation } from './cause.js';
import { decide } from './control-calls.js';
import { CONTROL_OPERATIONS } from './control-causes.js';

const OTHER_DOMAIN = `other-${UNIQUE}.com`;

const invalidFault = (call: ScenarioCall): Cause => ({
  code: 'INVALID_FAULT',
  request: withFault(call, 'delay;ms=never'),
});

/** An order with a limit below the price, in the currency of the tenant. */
const tooExpensive = (call: ScenarioCall): Cause => ({
  code: 'PRICE_NOT_ACCEPTED',
  given: [search()],
  request: {
    ...call,
    body: { ...(call.body as object), max_amount: { currency: valueOf(0, 'price.currency'), total: 0 } },
  },
});

/** The operations that support faults. Their errors without a cause are simulated. */
export const PURCHASES: Record<OperationName, Operation> = {
  search: {
    call: search(),
    causes: [
      ...domainCauses(search),
      { code: 'VALIDATION_FAILED', request: { ...search(), body: {} } },
      invalidFault(search()),
    ],
  },
  check: {
    call: check(DOMAIN),
    causes: [{ code: 'VALIDATION_FAILED', request: check() }, invalidFault(check(DOMAIN))],
  },
  order: {
    call: order(),
    causes: [
      ...domainCauses(order),
      { code: 'VALIDATION_FAILED', request: order(DOMAIN, 0) },
      tooExpensive(order()),
      { code: 'DOMAIN_TAKEN', variant: 'reserved-name', request: order('google.com') },
      { code: 'DOMAIN_TAKEN', variant: 'word', request: order(TAKEN) },
      { code: 'DOMAIN_TAKEN', variant: 'registered', given: registered(), request: order() },
      { code: 'DOMAIN_TAKEN', variant: 'pending', given: pending(), request: order(PENDING) },
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
        variant: 'pending',
        given: [order(PENDING), order(PENDING), checkout(orderOf(0))],
        request: checkout(orderOf(1), { reference: `second-${UNIQUE}` }),
      },
      {
        code: 'ORDER_REFUNDED',
        given: [...pending(), decide(PENDING, 'failed')],
        request: checkout(orderOf(0), { reference: `second-${UNIQUE}` }),
      },
      {
        code: 'ALREADY_HELD',
        given: [transfer(), transfer(), checkout(orderOf(0)), decide(TAKEN, 'registered')],
        request: checkout(orderOf(1), { reference: `second-${UNIQUE}` }),
      },
      {
        code: 'TRANSFER_PENDING',
        given: [transfer(), transfer(), checkout(orderOf(0))],
        request: checkout(orderOf(1), { reference: `second-${UNIQUE}` }),
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
      tooExpensive(renew()),
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
  transfer: {
    call: transfer(),
    causes: [
      ...domainCauses(transfer),
      { code: 'VALIDATION_FAILED', request: { ...transfer(), body: {} } },
      { code: 'INVALID_AUTH_CODE', request: transfer(TAKEN, 'wrong-code') },
      {
        code: 'ALREADY_HELD',
        given: [transfer(), checkout(orderOf(0)), decide(TAKEN, 'registered')],
        request: transfer(),
      },
      { code: 'TRANSFER_PENDING', given: [transfer(), checkout(orderOf(0))], request: transfer() },
      { code: 'NOT_REGISTERED', request: transfer(DOMAIN) },
      { code: 'DOMAIN_LOCKED', request: transfer(`${UNIQUE}-locked-taken.com`) },
      {
        code: 'IDEMPOTENCY_KEY_REUSED',
        given: [idempotent(transfer())],
        request: idempotent(transfer(TAKEN, 'other')),
      },
      invalidFault(transfer()),
    ],
  },
  cancel: {
    call: cancel(),
    causes: [
      { code: 'ORDER_NOT_FOUND', request: cancel() },
      { code: 'NOT_FOUND', request: cancel(CONTROL_CHARACTER) },
      { code: 'VALIDATION_FAILED', request: { ...cancel(), body: '[]' } },
      { code: 'ORDER_NOT_CANCELABLE', given: [order()], request: cancel(orderOf(0)) },
      {
        code: 'IDEMPOTENCY_KEY_REUSED',
        given: [transfer(), checkout(orderOf(0)), idempotent(cancel(orderOf(0)))],
        request: idempotent(cancel()),
      },
      invalidFault(cancel()),
    ],
  },
  update: {
    call: update(),
    causes: [
      ...domainCauses(update),
      { code: 'VALIDATION_FAILED', request: update(DOMAIN, {}) },
      { code: 'REGISTRATION_NOT_FOUND', request: update() },
      { code: 'NOT_FOUND', request: update(CONTROL_CHARACTER) },
      {
        code: 'IDEMPOTENCY_KEY_REUSED',
        given: [...registered(), idempotent(update())],
        request: idempotent(update(DOMAIN, { locked: true })),
      },
      invalidFault(update()),
    ],
  },
  delete: {
    call: deleteRegistration(),
    causes: [
      ...domainCauses(deleteRegistration),
      {
        code: 'VALIDATION_FAILED',
        request: withHeaders(deleteRegistration(), { 'X-Idempotency-Key': 'two words' }),
      },
      { code: 'REGISTRATION_NOT_FOUND', request: deleteRegistration() },
      { code: 'NOT_FOUND', request: deleteRegistration(CONTROL_CHARACTER) },
      {
        code: 'IDEMPOTENCY_KEY_REUSED',
        given: [...registered(), idempotent(deleteRegistration())],
        request: idempotent(deleteRegistration(OTHER_DOMAIN)),
      },
      invalidFault(deleteRegistration()),
    ],
  },
};

const getOrder = (id: string) => get(`/api/v1/sandbox/orders/${id}`);

/** The other operations, by the operation ID of the OpenAPI document. None of these requests changes the tenant. */
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
  getAuthCode: {
    call: getAuthCode(),
    causes: [
      ...domainCauses(getAuthCode),
      { code: 'REGISTRATION_NOT_FOUND', request: getAuthCode() },
      { code: 'DOMAIN_LOCKED', given: registered(), request: getAuthCode() },
      { code: 'NOT_FOUND', request: getAuthCode(CONTROL_CHARACTER) },
    ],
  },
  listRegistrations: {
    call: get('/api/v1/sandbox/registrations'),
    causes: [{ code: 'VALIDATION_FAILED', request: get('/api/v1/sandbox/registrations?limit=0') }],
  },
  listTlds: { call: get('/api/v1/sandbox/tlds'), causes: [] },
  followEvents: {
    call: get('/api/v1/sandbox/events'),
    causes: [{ code: 'VALIDATION_FAILED', request: get('/api/v1/sandbox/events?wait=26') }],
  },
  ...CONTROL_OPERATIONS,
};
