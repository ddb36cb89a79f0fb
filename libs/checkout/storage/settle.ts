import type { BusinessTime } from '#platform/process/clock';
import { BatchedStatement, Table } from '#platform/database';
import { contextOf, recordEvents } from '#platform/events/sql';
import { claimKeys, KEY_COLUMNS, type keyValues } from '#platform/http/idempotency/sql';
import { addYears, domainRegistered, registerDomains } from '#domains/sql';
import { joinUnlockedOrders, markPaid } from '#orders/sql';
import { mayUseRealTime } from '#tenancy/sql';
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
  /** Webhook fault for the delivery of the event; null for none. */
  delivery: object | null;
  /** W3C trace context of the request, copied to the event. */
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

/** Columns of the event of a payment, selected from `PAID`. */
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
  // Checks the clock again: a paused process may have missed a change of the clock, and passes the old time.
  where: `open_order.is_plain AND (request.is_clock_locked OR ${mayUseRealTime('request.tenant_id')})`,
} as const;

/**
 * Pays orders of registrations: marks them paid, inserts payments, registers domains and records events in one atomic
 * statement. Returns no row if the order is not open, if its checkout is not simple, or if the caller must lock the clock
 * first; in a batch, also if the order is locked. A unique violation means that another request has used the domain, the
 * payment reference or the idempotency key first.
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
