import type { BusinessTime } from '#platform/process/clock';
import { BatchedStatement } from '#platform/database';
import { reserveDomains } from '#domains/sql';
import { insertUndecided, markUndecided } from '#orders/sql';
import { insertPayments, ORDER_KEY, PAYMENT_COLUMNS, type PaymentValues } from './settle.js';

/** Outcome and time of the decision; null if the caller decides at once. */
export type Plan = { outcome: string | null; due_at: BusinessTime | null };

/**
 * Pays an order that the registry decides later: marks the order paid, inserts the payment and
 * reserves the domain. A unique violation means the same as in `settle`.
 */
export const settleLater = new BatchedStatement<{ order_id: string }, PaymentValues & Plan>(
  'checkout.settle-later',
  { ...PAYMENT_COLUMNS, outcome: 'text', due_at: 'timestamptz' },
  `paid_order AS (${markUndecided('request', ORDER_KEY)}),
   undecided AS (${insertUndecided('paid_order')} WHERE outcome IS NOT NULL),
   payment AS (${insertPayments}),
   reserved AS (${reserveDomains('paid_order')})
   SELECT number, id AS order_id FROM paid_order`,
);
