import type { Storage } from '#platform/database';
import { CreatePayments1763683205000 } from './migrations/1763683205000-create-payments.js';
import { PaymentMapping } from './payment.mapping.js';

export const checkoutStorage: Storage = {
  schema: 'checkout',
  entities: [PaymentMapping],
  migrations: [CreatePayments1763683205000],
};
