import { RowsOfTenant, Statement } from '#platform/database';
import { insertUndecided } from '../sql.js';
import { OrderMapping } from './order.mapping.js';

export const orderRows = new RowsOfTenant(OrderMapping, 'id COLLATE "C"');

/** Adds the undecided orders of a tenant to the work list of the registry. */
export const insertUndecidedOrders = new Statement<never, { tenant: string }>(
  'orders.insert-undecided',
  insertUndecided(`orders.orders WHERE tenant_id = :tenant AND domain_status IN ('pending', 'action_required')`),
);
