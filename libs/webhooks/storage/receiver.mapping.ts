import { EntitySchema } from 'typeorm';
import { Receiver } from '../model/receiver.js';

export const ReceiverMapping = new EntitySchema<Receiver>({
  name: 'Receiver',
  target: Receiver,
  schema: 'webhooks',
  tableName: 'receivers',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'receivers_pkey' },
    tenantId: { name: 'tenant_id', type: 'text' },
    url: { type: 'text' },
    description: { type: 'text' },
    events: { type: 'text', array: true },
    state: { type: 'text' },
    offReason: { name: 'off_reason', type: 'text', nullable: true },
    offAt: { name: 'off_at', type: 'timestamptz', precision: 3, nullable: true },
    failingSince: { name: 'failing_since', type: 'timestamptz', precision: 3, nullable: true },
    lastSuccessAt: { name: 'last_success_at', type: 'timestamptz', precision: 3, nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  },
  indices: [{ name: 'receivers_tenant', columns: ['tenantId', 'createdAt'] }],
  checks: [{ name: 'receivers_state_check', expression: `state IN ('on', 'off', 'removed')` }],
});
