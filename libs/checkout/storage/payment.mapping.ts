import { mappingOf, RowsOfTenant } from '#platform/database';
import { Payment } from '../model/payment.js';

export const PaymentMapping = mappingOf(Payment, 'checkout.payments', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'payments_pkey' },
  reference: { type: 'text', primary: true, primaryKeyConstraintName: 'payments_pkey' },
  orderId: { name: 'order_id', type: 'text' },
  method: { type: 'text' },
  currency: { type: 'text' },
  total: { type: 'integer' },
  paidAt: { name: 'paid_at', type: 'timestamptz', precision: 3 },
});

export const paymentRows = new RowsOfTenant(PaymentMapping, 'reference COLLATE "C"');
