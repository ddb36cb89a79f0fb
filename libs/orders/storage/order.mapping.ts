import { EntitySchema } from 'typeorm';
import { Order } from '../model/order.js';

export const OrderMapping = new EntitySchema<Order>({
  name: 'Order',
  target: Order,
  schema: 'orders',
  tableName: 'orders',
  columns: {
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
    renews: { type: 'text', nullable: true },
    registeredAt: { name: 'registered_at', type: 'timestamptz', precision: 3, nullable: true },
    expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true },
  },
  checks: [
    {
      name: 'orders_paid',
      expression: `(status = 'created' AND paid_at IS NULL) OR (status = 'paid' AND paid_at IS NOT NULL)`,
    },
  ],
  indices: [
    { name: 'orders_domain', columns: ['tenantId', 'domain', 'id'] },
    { name: 'orders_status', columns: ['tenantId', 'status', 'id'] },
    { name: 'orders_renewed', columns: ['tenantId', 'paidAt'], where: 'renews IS NOT NULL AND paid_at IS NOT NULL' },
  ],
});
