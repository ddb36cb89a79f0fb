import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { PaymentMapping } from './payment.mapping.js';

export const checkoutStorage: Storage = {
  schema: 'checkout',
  entities: [PaymentMapping],
  migrations: Object.values(migrations),
  tenantRows: [{ table: 'checkout.payments' }],
};
