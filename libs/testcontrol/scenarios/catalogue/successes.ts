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
  success,
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
  ...orders(),
  ...checkouts(),
  { id: 'transfer.created', title: 'A transfer is ordered', operation: 'transfer', ...SUCCESSES.transfer },
  success('cancel.action-required', 'A registration that requires action is canceled', cancel(orderOf(0)), {
    given: [...pending(), { ...decide(PENDING, 'action_required'), expect: { events: ['domain.action_required'] } }],
    data: { domain: PENDING, status: 'refunded', domain_status: 'failed', reason: 'canceled' },
    events: ['domain.registration_failed'],
  }),
  { id: 'cancel.transfer', title: 'A transfer is canceled', operation: 'cancel', ...SUCCESSES.cancel },
  { id: 'renew.created', title: 'A renewal is ordered', operation: 'renew', ...SUCCESSES.renew },
  success('renew.replayed', 'A repeated idempotency key returns the first renewal', idempotent(renew()), {
    given: [...registered(), idempotent(renew())],
    status: 201,
    headers: REPLAYED,
    data: { order_id: orderOf(2) },
  }),
  ...updates(),
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
  success(
    'check.error',
    'An entry that is not a domain has an error, and the others are checked',
    check(`${UNIQUE}.invalid`, 'google.com'),
    {
      data: {
        results: [
          { domain: `${UNIQUE}.invalid`, status: null, error: { code: 'unsupported_tld' } },
          { domain: 'google.com', status: 'taken', rule: 'reserved-name', error: null },
        ],
      },
    },
  ),
];

const orders = (): Scenario[] => [
  success('order.created', 'A domain is ordered', order(), { ...SUCCESSES.order.expect, events: [] }),
  success('order.replayed', 'A repeated idempotency key returns the first order', idempotent(order()), {
    given: [idempotent(order())],
    status: 201,
    headers: REPLAYED,
    data: { order_id: orderOf(0) },
  }),
];

const checkouts = (): Scenario[] => [
  { id: 'checkout.paid', title: 'A payment registers the domain', operation: 'checkout', ...SUCCESSES.checkout },
  success('checkout.renewed', 'The payment of a renewal moves the expiry', checkout(orderOf(2)), {
    given: [...registered(), renew()],
    data: { domain: DOMAIN, status: 'paid' },
    events: ['domain.renewed'],
  }),
  success(
    'checkout.same-reference',
    'A repeated payment reference returns the first result and charges nothing',
    checkout(orderOf(0)),
    {
      given: [order(), { ...checkout(orderOf(0)), expect: { events: ['domain.registered'] } }],
      data: { order_id: orderOf(0), status: 'paid' },
      events: [],
    },
  ),
  success('checkout.paid-after-decline', 'A declined order can be paid again', checkout(orderOf(0)), {
    given: [
      order(),
      { ...checkout(orderOf(0), { method: 'test_declined' }), expect: { status: 402, code: 'PAYMENT_DECLINED' } },
    ],
    ...SUCCESSES.checkout.expect,
  }),
  success(
    'checkout.pending',
    'A payment whose registration the registry decides later is answered with 202',
    checkout(orderOf(0)),
    { given: [order(PENDING)], ...pendingCheckout(PENDING) },
  ),
  success('checkout.transfer', 'The payment of a transfer starts it', checkout(orderOf(0)), {
    given: [transfer()],
    ...pendingCheckout(TAKEN),
  }),
];

const pendingCheckout = (domain: string) => ({
  status: 202,
  data: { domain, status: 'paid', domain_status: 'pending' },
  events: [],
});

const updates = (): Scenario[] => [
  { id: 'update.changed', title: 'A domain is unlocked', operation: 'update', ...SUCCESSES.update },
  success('update.unchanged', 'A change to the present value sends no event', update(DOMAIN, { locked: true }), {
    given: registered(),
    data: { domain: DOMAIN, locked: true },
    events: [],
  }),
  success(
    'update.unverified',
    'A contact with an unverified email address must be verified within 15 days',
    update(DOMAIN, { contact: UNVERIFIED }),
    { given: registered(), data: { domain: DOMAIN }, events: ['domain.updated', 'domain.verification_due'] },
  ),
  success(
    'update.verified',
    'A contact with another email address ends the verification',
    update(DOMAIN, { contact: { ...UNVERIFIED, email: 'ada@example.com' } }),
    {
      given: [...registered(), unverified()],
      data: { domain: DOMAIN, verification_due_at: null },
      events: ['domain.updated', 'domain.verified'],
    },
  ),
];

const orderState = (state: string, title: string, given: ScenarioCall[], data: object): Scenario =>
  success(`getOrder.${state}`, title, get(`/api/v1/sandbox/orders/${orderOf(0)}`), {
    given,
    data: { order_id: orderOf(0), ...data },
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
  success('listTlds.listed', 'The TLDs of the catalogue', get('/api/v1/sandbox/tlds')),
  ...orderStates(),
  success('listOrders.found', 'The orders of a domain', get(`/api/v1/sandbox/orders?domain=${UNIQUE}`), {
    given: [order()],
    data: { orders: [{ order_id: orderOf(0) }], next: null },
  }),
  success(
    'getRegistration.registered',
    'The registration of a paid order',
    get(`/api/v1/sandbox/registrations/${DOMAIN}`),
    { given: registered(), data: { domain: DOMAIN, order_id: orderOf(0), status: 'registered' } },
  ),
  success('getAuthCode.unlocked', 'The auth code of a domain that is not locked', getAuthCode(), {
    given: [...registered(), update()],
    data: { domain: DOMAIN },
  }),
  success(
    'listRegistrations.none',
    'No registration matches the filter',
    get(`/api/v1/sandbox/registrations?domain=${UNIQUE}`),
    { data: { registrations: [], next: null } },
  ),
  success('followEvents.cursor', 'The first poll returns a cursor', get('/api/v1/sandbox/events'), {
    data: { events: [] },
  }),
];
