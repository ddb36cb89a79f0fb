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
  order,
  orderOf,
  PENDING,
  pending,
  registered,
  renew,
  search,
  secondCheckout,
  TAKEN,
  transfer,
  UNIQUE,
  update,
  valueOf,
  withHeaders,
} from './calls.js';
import { type Cause, domainCauses, type Operation, reusedKey } from './cause.js';
import { decide } from './control-calls.js';
import { CONTROL_OPERATIONS } from './control-causes.js';

const OTHER_DOMAIN = `other-${UNIQUE}.com`;

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
    causes: [...domainCauses(search), { code: 'VALIDATION_FAILED', request: { ...search(), body: {} } }],
  },
  check: {
    call: check(DOMAIN),
    causes: [{ code: 'VALIDATION_FAILED', request: check() }],
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
      reusedKey(order(), order(OTHER_DOMAIN)),
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
        request: secondCheckout(1),
      },
      { code: 'ORDER_REFUNDED', given: [...pending(), decide(PENDING, 'failed')], request: secondCheckout(0) },
      {
        code: 'ALREADY_HELD',
        given: [transfer(), transfer(), checkout(orderOf(0)), decide(TAKEN, 'registered')],
        request: secondCheckout(1),
      },
      { code: 'TRANSFER_PENDING', given: [transfer(), transfer(), checkout(orderOf(0))], request: secondCheckout(1) },
      { code: 'DOMAIN_TAKEN', given: [order(), order(), checkout(orderOf(0))], request: secondCheckout(1) },
      { code: 'ORDER_ALREADY_PAID', given: registered(), request: checkout(orderOf(0)) },
      {
        code: 'PAYMENT_REFERENCE_USED',
        given: [order(), checkout(orderOf(0)), order(OTHER_DOMAIN)],
        request: checkout(orderOf(2)),
      },
      {
        code: 'TERM_TOO_LONG',
        given: [...registered(DOMAIN, 5), renew(DOMAIN, 5), renew(DOMAIN, 5), checkout(orderOf(2))],
        request: secondCheckout(3),
      },
      reusedKey(checkout(orderOf(0)), secondCheckout(0), [order()]),
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
      reusedKey(renew(), renew(DOMAIN, 2), registered()),
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
      reusedKey(transfer(), transfer(TAKEN, 'other')),
    ],
  },
  cancel: {
    call: cancel(),
    causes: [
      { code: 'ORDER_NOT_FOUND', request: cancel() },
      { code: 'NOT_FOUND', request: cancel(CONTROL_CHARACTER) },
      { code: 'VALIDATION_FAILED', request: { ...cancel(), body: '[]' } },
      { code: 'ORDER_NOT_CANCELABLE', given: [order()], request: cancel(orderOf(0)) },
      reusedKey(cancel(orderOf(0)), cancel(), [transfer(), checkout(orderOf(0))]),
    ],
  },
  update: {
    call: update(),
    causes: [
      ...domainCauses(update),
      { code: 'VALIDATION_FAILED', request: update(DOMAIN, {}) },
      { code: 'REGISTRATION_NOT_FOUND', request: update() },
      { code: 'NOT_FOUND', request: update(CONTROL_CHARACTER) },
      reusedKey(update(), update(DOMAIN, { locked: true }), registered()),
    ],
  },
  delete: {
    call: deleteRegistration(),
    causes: [
      ...domainCauses(deleteRegistration),
      { code: 'VALIDATION_FAILED', request: withHeaders(deleteRegistration(), { 'X-Idempotency-Key': 'two words' }) },
      { code: 'REGISTRATION_NOT_FOUND', request: deleteRegistration() },
      { code: 'NOT_FOUND', request: deleteRegistration(CONTROL_CHARACTER) },
      reusedKey(deleteRegistration(), deleteRegistration(OTHER_DOMAIN), registered()),
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
