import { mappingOf } from '#platform/database';
import { Order } from '../model/order.js';

export const OrderMapping = mappingOf(Order, 'orders.orders', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'orders_pkey' },
  id: { type: 'text', primary: true, primaryKeyConstraintName: 'orders_pkey' },
  domain: { type: 'text' },
  tld: { type: 'text' },
  years: { type: 'integer' },
  currency: { type: 'text' },
  total: { type: 'integer' },
  owner: { type: 'jsonb', nullable: true },
  channel: { type: 'text', default: 'api' },
  status: { type: 'text' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  paidAt: { name: 'paid_at', type: 'timestamptz', precision: 3, nullable: true },
  kind: { type: 'text', default: 'registration' },
  renews: { type: 'text', nullable: true },
  registeredAt: { name: 'registered_at', type: 'timestamptz', precision: 3, nullable: true },
  expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true },
  hasSimpleCheckout: { name: 'is_plain', type: 'boolean', default: true },
  settings: { type: 'jsonb', nullable: true },
  domainStatus: { name: 'domain_status', type: 'text', nullable: true },
  outcome: { type: 'text', nullable: true },
  dueAt: { name: 'due_at', type: 'timestamptz', precision: 3, nullable: true },
  reason: { type: 'text', nullable: true },
  refundedAt: { name: 'refunded_at', type: 'timestamptz', precision: 3, nullable: true },
  delivery: { type: 'jsonb', nullable: true },
});
