import { RowsOfTenant } from '#platform/database';
import { OrderMapping } from './order.mapping.js';

export const orderRows = new RowsOfTenant(OrderMapping, 'id COLLATE "C"');
