import { BatchedStatement, Table } from '#platform/database';
import { recordEvents } from '#platform/events/sql';
import { claimKeys, KEY_COLUMNS, type keyValues } from '#platform/idempotency/sql';
import { domainRegistered, registerDomains } from '#domains/sql';
import { joinUnlockedOrders, markPaid } from '#orders/sql';
import { PaymentMapping } from './payment.mapping.js';

export interface SettledRow {
  order_id: string;
  domain: string;
  registered_at: Date;
  expires_at: Date;
}

export type SettleValues = {
  tenant_id: string;
  slug: string;
  order_id: string;
  reference: string;
  method: string;
  event: string;
  request_id: string;
  now: Date;
} & ReturnType<typeof keyValues>;

const payments = new Table(PaymentMapping);
const ORDER_KEY = { tenantId: 'asked.tenant_id', id: 'asked.order_id' };

const insertPayments = `${payments.insert({
  tenantId: 'paid.tenant_id',
  reference: 'reference',
  orderId: 'id',
  method: 'method',
  currency: 'currency',
  total: 'total',
  paidAt: 'paid_at',
})} FROM paid JOIN asked USING (number) ORDER BY paid.tenant_id, reference`;

const recordRegistered = recordEvents(
  'paid JOIN registered ON registered.order_id = paid.id JOIN asked USING (number)',
  {
    id: 'event',
    tenantId: 'paid.tenant_id',
    key: 'paid.id',
    occurredAt: 'paid_at',
    recordedAt: 'asked.now',
    requestId: 'request_id',
    ...domainRegistered({ order: 'paid', registration: 'registered', tenantSlug: 'asked.slug' }),
    orderBy: 'number',
  },
);

/**
 * Pays orders: marks them paid, inserts payments, registers domains and records events in one statement, so that all
 * of it happens or nothing. No row is returned for an order that is not open. A violated unique constraint means that
 * the domain, the payment reference or the idempotency key was used first by another request.
 */
export const settle = new BatchedStatement<SettledRow, SettleValues>(
  'checkout.settle',
  {
    tenant_id: 'text',
    slug: 'text',
    order_id: 'text',
    reference: 'text',
    method: 'text',
    event: 'text',
    request_id: 'text',
    now: 'timestamptz',
    ...KEY_COLUMNS,
  },
  `paid AS (${markPaid('asked', ORDER_KEY)}),
   claim AS (${claimKeys('paid JOIN asked USING (number)', { tenantId: 'paid.tenant_id', subject: 'id', at: 'paid_at' })}),
   payment AS (${insertPayments}),
   registered AS (${registerDomains('paid')}),
   recorded AS (${recordRegistered})
   SELECT number, paid.id AS order_id, paid.domain, registered_at, expires_at
   FROM paid JOIN registered ON registered.order_id = paid.id`,
  joinUnlockedOrders(ORDER_KEY),
);
