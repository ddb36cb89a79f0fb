import { RowsOfTenant } from '#platform/database';
import { PaymentMapping } from './payment.mapping.js';

export const paymentRows = new RowsOfTenant(PaymentMapping, 'reference COLLATE "C"');
