import type { BusinessTime } from '#platform/clock';
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

export type RenewalValues = PaymentValues & {
  registered_at: BusinessTime;
  previous_expires_at: BusinessTime;
  expires_at: BusinessTime;
};

const recordRenewed = recordEvents(PAID, {
  ...PAID_EVENT,
  ...domainRenewed({ order: 'paid', tenantSlug: 'asked.slug', previousExpiry: 'asked.previous_expires_at' }),
});

const TERM = { kind: 'renewal', registeredAt: 'asked.registered_at', expiresAt: 'asked.expires_at' } as const;

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
  `paid AS (${markPaid('asked', ORDER_KEY, TERM)}),
   payment AS (${insertPayments}),
   renewed AS (${renewDomains('paid')}),
   recorded AS (${recordRenewed})
   SELECT number, id AS order_id, domain, registered_at, expires_at FROM paid`,
);
