import { EntitySchema } from 'typeorm';
import type { BusinessTime } from '#platform/model';
import type { Outcome } from '../contract.js';

/** Work list of the orders that the registry has not decided. A separate table, so that orders need no index on `due_at`. */
interface UndecidedOrder {
  tenantId: string;
  orderId: string;
  domain: string;
  outcome: Outcome;
  /** Null if the order waits for an action. */
  dueAt: BusinessTime | null;
}

export const UndecidedMapping = new EntitySchema<UndecidedOrder>({
  name: 'UndecidedOrder',
  schema: 'orders',
  tableName: 'undecided',
  columns: {
    tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'undecided_pkey' },
    orderId: { name: 'order_id', type: 'text', primary: true, primaryKeyConstraintName: 'undecided_pkey' },
    domain: { type: 'text' },
    outcome: { type: 'text' },
    dueAt: { name: 'due_at', type: 'timestamptz', precision: 3, nullable: true },
  },
});
