import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { OrderMapping } from './order.mapping.js';
import { UndecidedMapping } from './undecided.mapping.js';

export const ordersStorage: Storage = {
  schema: 'orders',
  entities: [OrderMapping, UndecidedMapping],
  migrations: Object.values(migrations),
  tenantRows: [{ table: 'orders.orders' }],
  tenantChildren: [{ table: 'orders.undecided' }],
};
