import type { Storage } from '#platform/database';
import { CreateOrders1763683204000 } from './migrations/1763683204000-create-orders.js';
import { FindOrdersByName1763683222000 } from './migrations/1763683222000-find-orders-by-name.js';
import { OrderMapping } from './order.mapping.js';

export const ordersStorage: Storage = {
  schema: 'orders',
  entities: [OrderMapping],
  migrations: [CreateOrders1763683204000, FindOrdersByName1763683222000],
};
