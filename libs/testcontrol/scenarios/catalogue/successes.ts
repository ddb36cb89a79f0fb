import type { Scenario, ScenarioCall } from '../../contract.js';
import {
  cancel,
  check,
  checkout,
  deleteRegistration,
  DOMAIN,
  get,
  getAuthCode,
  idempotent,
  order,
  orderOf,
  PENDING,
  pending,
  registered,
  renew,
  REPLAYED,
  SUCCESSES,
  TAKEN,
  transfer,
  UNIQUE,
  UNVERIFIED,
  unverified,
  update,
} from './calls.js';
import { decide } from './control-calls.js';
import { controlSuccesses } from './control-successes.js';

/** Successful requests besides searches. */
export const successScenarios = (): Scenario[] => [
  ...checks(),
  {
    id: 'order.created',
    title: 'A domain is ordered',
    operation: 'order',
    ...SUCCESSES.order,
    expect: { ...SUCCESSES.order.expect, events: [] },
  },
  {
    id: 'order.replayed',
    title: 'A repeated idempotency key returns the first order',
    operation: 'order',
    given: [idempotent(order())],
    request: idempotent(order()),
    expect: { status: 201, headers: REPLAYED, data: { order_id: orderOf(0) } },
  },
  { id: 'checkout.paid', title: 'A payment registers the domain', operation: 'checkout', ...SUCCESSES.checkout },
  {
    id: 'checkout.renewed',
    title: 'The payment of a renewal moves the expiry',
    operation: 'checkout',
    given: [...registered(), renew()],
    request: checkout(orderOf(2)),
    expect: { status: 200, data: { domain: DOMAIN, status: 'paid' }, events: ['domain.renewed'] },
  },
  {
    id: 'checkout.same-reference',
    title: 'A repeated payment reference returns the first result and charges nothing',
    operation: 'checkout',
    given: [order(), { ...checkout(orderOf(0)), expect: { events: ['domain.registered'] } }],
    request: checkout(orderOf(0)),
    expect: { status: 200, data: { order_id: orderOf(0), status: 'paid' }, events: [] },
  },
  {
    id: 'checkout.paid-after-decline',
    title: 'A declined order can be paid again',
    operation: 'checkout',
    given: [
      order(),
      { ...checkout(orderOf(0), { method: 'test_declined' }), expect: { status: 402, code: 'PAYMENT_DECLINED' } },
    ],
    request: checkout(orderOf(0)),
    expect: SUCCESSES.checkout.expect,
  },
  {
    id: 'checkout.pending',
    title: 'A payment whose registration the registry decides later is answered with 202',
    operation: 'checkout',
    given: [order(PENDING)],
    request: checkout(orderOf(0)),
    expect: { status: 202, data: { domain: PENDING, status: 'paid', domain_status: 'pending' }, events: [] },
  },
  {
    id: 'checkout.transfer',
    title: 'The payment of a transfer starts it',
    operation: 'checkout',
    given: [transfer()],
    request: checkout(orderOf(0)),
    expect: { status: 202, data: { domain: TAKEN, status: 'paid', domain_status: 'pending' }, events: [] },
  },
  { id: 'transfer.created', title: 'A transfer is ordered', operation: 'transfer', ...SUCCESSES.transfer },
  {
    id: 'cancel.action-required',
    title: 'A registration that requires action is canceled',
    operation: 'cancel',
    given: [...pending(), { ...decide(PENDING, 'action_required'), expect: { events: ['domain.action_required'] } }],
    request: cancel(orderOf(0)),
    expect: {
      status: 200,
      data: { domain: PENDING, status: 'refunded', domain_status: 'failed', reason: 'canceled' },
      events: ['domain.registration_failed'],
    },
  },
  { id: 'cancel.transfer', title: 'A transfer is canceled', operation: 'cancel', ...SUCCESSES.cancel },
  { id: 'renew.created', title: 'A renewal is ordered', operation: 'renew', ...SUCCESSES.renew },
  {
    id: 'renew.replayed',
    title: 'A repeated idempotency key returns the first renewal',
    operation: 'renew',
    given: [...registered(), idempotent(renew())],
    request: idempotent(renew()),
    expect: { status: 201, headers: REPLAYED, data: { order_id: orderOf(2) } },
  },
  { id: 'update.changed', title: 'A domain is unlocked', operation: 'update', ...SUCCESSES.update },
  {
    id: 'update.unchanged',
    title: 'A change to the present value sends no event',
    operation: 'update',
    given: registered(),
    request: update(DOMAIN, { locked: true }),
    expect: { status: 200, data: { domain: DOMAIN, locked: true }, events: [] },
  },
  {
    id: 'update.unverified',
    title: 'A contact with an unverified email address must be verified within 15 days',
    operation: 'update',
    given: registered(),
    request: update(DOMAIN, { contact: UNVERIFIED }),
    expect: { status: 200, data: { domain: DOMAIN }, events: ['domain.updated', 'domain.verification_due'] },
  },
  {
    id: 'update.verified',
    title: 'A contact with another email address ends the verification',
    operation: 'update',
    given: [...registered(), unverified()],
    request: update(DOMAIN, { contact: { ...UNVERIFIED, email: 'ada@example.com' } }),
    expect: {
      status: 200,
      data: { domain: DOMAIN, verification_due_at: null },
      events: ['domain.updated', 'domain.verified'],
    },
  },
  {
    id: 'delete.refunded',
    title: 'A recent registration is deleted, and its order refunded',
    operation: 'delete',
    ...SUCCESSES.delete,
  },
  ...reads(),
  ...controlSuccesses(),
];

const checks = (): Scenario[] => [
  { id: 'check.found', title: 'Several domains are checked in one request', operation: 'check', ...SUCCESSES.check },
  {
    id: 'check.error',
    title: 'An entry that is not a domain has an error, and the others are checked',
    operation: 'check',
    given: [],
    request: check(`${UNIQUE}.invalid`, 'google.com'),
    expect: {
      status: 200,
      data: {
        results: [
          { domain: `${UNIQUE}.invalid`, status: null, error: { code: 'unsupported_tld' } },
          { domain: 'google.com', status: 'taken', rule: 'reserved-name', error: null },
        ],
      },
    },
  },
];

const orderState = (id: string, title: string, given: ScenarioCall[], data: object): Scenario => ({
  id: `getOrder.${id}`,
  title,
  operation: 'getOrder',
  given,
  request: get(`/api/v1/sandbox/orders/${orderOf(0)}`),
  expect: { status: 200, data: { order_id: orderOf(0), ...data } },
});

/** An order in each state. */
const orderStates = (): Scenario[] => [
  orderState('created', 'An order that is not paid', [order()], { status: 'created', domain_status: null }),
  orderState('paid', 'A paid order', registered(), { status: 'paid', domain_status: 'registered' }),
  orderState('pending', 'An order that the registry decides later', pending(), {
    status: 'paid',
    domain_status: 'pending',
  }),
  orderState('action-required', 'An order that requires action', [...pending(), decide(PENDING, 'action_required')], {
    status: 'paid',
    domain_status: 'action_required',
    due_at: null,
  }),
  orderState('failed', 'An order that the registry rejected', [...pending(), decide(PENDING, 'failed')], {
    status: 'refunded',
    domain_status: 'failed',
    reason: 'registry_rejected',
  }),
  orderState('deleted', 'An order whose domain was deleted soon after it', [...registered(), deleteRegistration()], {
    status: 'refunded',
    domain_status: 'registered',
    reason: 'deleted',
  }),
];

const reads = (): Scenario[] => [
  {
    id: 'listTlds.listed',
    title: 'The TLDs of the catalogue',
    operation: 'listTlds',
    given: [],
    request: get('/api/v1/sandbox/tlds'),
    expect: { status: 200 },
  },
  ...orderStates(),
  {
    id: 'listOrders.found',
    title: 'The orders of a domain',
    operation: 'listOrders',
    given: [order()],
    request: get(`/api/v1/sandbox/orders?domain=${UNIQUE}`),
    expect: { status: 200, data: { orders: [{ order_id: orderOf(0) }], next: null } },
  },
  {
    id: 'getRegistration.registered',
    title: 'The registration of a paid order',
    operation: 'getRegistration',
    given: registered(),
    request: get(`/api/v1/sandbox/registrations/${DOMAIN}`),
    expect: { status: 200, data: { domain: DOMAIN, order_id: orderOf(0), status: 'registered' } },
  },
  {
    id: 'getAuthCode.unlocked',
    title: 'The auth code of a domain that is not locked',
    operation: 'getAuthCode',
    given: [...registered(), update()],
    request: getAuthCode(),
    expect: { status: 200, data: { domain: DOMAIN } },
  },
  {
    id: 'listRegistrations.none',
    title: 'No registration matches the filter',
    operation: 'listRegistrations',
    given: [],
    request: get(`/api/v1/sandbox/registrations?domain=${UNIQUE}`),
    expect: { status: 200, data: { registrations: [], next: null } },
  },
  {
    id: 'followEvents.cursor',
    title: 'The first poll returns a cursor',
    operation: 'followEvents',
    given: [],
    request: get('/api/v1/sandbox/events'),
    expect: { status: 200, data: { events: [] } },
  },
];
