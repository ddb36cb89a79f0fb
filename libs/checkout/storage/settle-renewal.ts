import type { BusinessTime } from '#platform/process/clock';
import { BatchedStatement } from '#platform/database';
import { recordEvents } from '#platform/events/sql';
import { domainRenewed, renewDomains } from '#domains/sql';
import { markPaid } from '#orders/sql';
import {
  insertPayments,
  ORDER_KEY,
  PAID,
  PAID_EVENT,
  PAYMENT_COLUMNS,
  type PaymentValues,
  type SettledRow,
} from './settle.js';

type RenewalValues = PaymentValues & {
  registered_at: BusinessTime;
  previous_expires_at: BusinessTime;
  expires_at: BusinessTime;
};

const recordRenewed = recordEvents(PAID, {
  ...PAID_EVENT,
  ...domainRenewed({ order: 'paid_order', tenantSlug: 'request.slug', previousExpiry: 'request.previous_expires_at' }),
});

const TERM = { kind: 'renewal', registeredAt: 'request.registered_at', expiresAt: 'request.expires_at' } as const;

/**
 * Pays the order of a renewal, like `settle`. The caller has locked the order and the registration, and has checked the
 * new expiry.
 */
export const settleRenewal = new BatchedStatement<SettledRow, RenewalValues>(
  'checkout.settle-renewal',
  {
    ...PAYMENT_COLUMNS,
    registered_at: 'timestamptz',
    previous_expires_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  `paid_order AS (${markPaid('request', ORDER_KEY, TERM)}),
   payment AS (${insertPayments}),
   renewed AS (${renewDomains('paid_order')}),
   recorded AS (${recordRenewed})
   SELECT number, id AS order_id, domain, registered_at, expires_at FROM paid_order`,
);
