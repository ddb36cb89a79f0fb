import { beginsWith, type Database, Table } from '#platform/database';
import { normalizeSearchTerm } from '#domains/contract';
import type { Order } from '../model/order.js';
import { OrderMapping } from './order.mapping.js';

const orders = new Table(OrderMapping);

export interface OrderFilter {
  before?: string;
  status?: string;
  domain?: string;
}

/** Lists orders, newest first; IDs sort by creation time. The statement has only the requested conditions, for its plan. */
export async function listOrders(
  database: Database,
  tenant: string,
  { before, status, domain }: OrderFilter,
  limit: number,
): Promise<Order[]> {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    `tenant_id = ${add(tenant)}`,
    ...(before === undefined ? [] : [`id < ${add(before)}`]),
    ...(status === undefined ? [] : [`status = ${add(status)}`]),
    ...(domain === undefined ? [] : [beginsWith('domain', normalizeSearchTerm(domain), add)]),
  ];
  const text = `SELECT ${orders.selection} FROM ${orders.name} WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${add(limit)}`;
  return (await database.query<Order>({ text, values })).rows;
}
