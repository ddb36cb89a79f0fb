import type { BusinessTime } from '#platform/process/clock';
import { BatchedStatement, Table } from '#platform/database';
import { contextOf, recordEvents } from '#platform/events/sql';
import { claimKeys, KEY_COLUMNS, type keyValues } from '#platform/http/idempotency/sql';
import { addYears, domainRegistered, registerDomains } from '#domains/sql';
import { joinUnlockedOrders, markPaid } from '#orders/sql';
import { isClockUnlocked } from '#tenancy/sql';
import { PaymentMapping } from './payment.mapping.js';

export interface SettledRow {
  order_id: string;
  domain: string;
  registered_at: BusinessTime;
  expires_at: BusinessTime;
}

export type PaymentValues = {
  tenant_id: string;
  slug: string;
  order_id: string;
  reference: string;
  method: string;
  event: string;
  request_id: string;
  /** How the event is delivered, if the request asks for it. */
  delivery: object | null;
  /** The trace of the request, for its event. */
  traceparent: string | null;
  now: BusinessTime;
  recorded_at: Date;
};

export type SettleValues = PaymentValues & ReturnType<typeof keyValues> & { is_clock_locked: boolean };

export const PAYMENT_COLUMNS = {
  tenant_id: 'text',
  slug: 'text',
  order_id: 'text',
  reference: 'text',
  method: 'text',
  event: 'text',
  request_id: 'text',
  delivery: 'jsonb',
  traceparent: 'text',
  now: 'timestamptz',
  recorded_at: 'timestamptz',
};

const payments = new Table(PaymentMapping);
export const ORDER_KEY = { tenantId: 'request.tenant_id', id: 'request.order_id' };

export const insertPayments = `${payments.insert({
  tenantId: 'paid_order.tenant_id',
  reference: 'reference',
  orderId: 'id',
  method: 'method',
  currency: 'currency',
  total: 'total',
  paidAt: 'paid_at',
})} FROM paid_order JOIN request USING (number) ORDER BY paid_order.tenant_id, reference`;

/** The event of a payment, over `PAID`. */
export const PAID_EVENT = {
  id: 'event',
  tenantId: 'paid_order.tenant_id',
  key: 'paid_order.id',
  occurredAt: 'paid_at',
  recordedAt: 'request.recorded_at',
  context: contextOf('request_id', { delivery: 'request.delivery', traceparent: 'traceparent' }),
  orderBy: 'number',
};

export const PAID = 'paid_order JOIN request USING (number)';

const recordRegistered = recordEvents(PAID, {
  ...PAID_EVENT,
  ...domainRegistered({ order: 'paid_order', tenantSlug: 'request.slug' }),
});

const FIRST_TERM = {
  kind: 'registration',
  registeredAt: 'request.now',
  expiresAt: addYears('request.now', 'open_order.years'),
  // A process that did not confirm a change of the clock, for example because it was stopped, may use the old time.
  where: `open_order.is_plain AND (request.is_clock_locked OR ${isClockUnlocked('request.tenant_id')})`,
} as const;

/**
 * Pays orders of registrations: marks them paid, inserts payments, registers domains and records events in one statement,
 * so that all of it happens or nothing. No row is returned for an order that is not open, or when a clock that is not
 * locked must be. A violated unique constraint means that the domain, the payment reference or the idempotency
 * key was used first by another request.
 */
export const settle = new BatchedStatement<SettledRow, SettleValues>(
  'checkout.settle',
  { ...PAYMENT_COLUMNS, ...KEY_COLUMNS, is_clock_locked: 'boolean' },
  `paid_order AS (${markPaid('request', ORDER_KEY, FIRST_TERM)}),
   claim AS (${claimKeys(PAID, { tenantId: 'paid_order.tenant_id', subject: 'id', at: 'request.recorded_at' })}),
   payment AS (${insertPayments}),
   registered AS (${registerDomains('paid_order')}),
   recorded AS (${recordRegistered})
   SELECT number, id AS order_id, domain, registered_at, expires_at FROM paid_order`,
  joinUnlockedOrders(ORDER_KEY),
);
