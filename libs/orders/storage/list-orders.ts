import { beginsWith, type Database } from '#platform/database';
import { typedName } from '#domains/contract';
import type { Order } from '../model/order.js';

export interface OrderFilter {
  before?: string;
  status?: string;
  domain?: string;
}

/** The statement is made for what is asked, so that PostgreSQL can plan for it: ids sort by the time they were made. */
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
    ...(domain === undefined ? [] : [beginsWith('domain', typedName(domain), add)]),
  ];
  const text = `SELECT id, tenant_id AS "tenantId", domain, tld, years, currency, total, owner, status,
      created_at AS "createdAt", paid_at AS "paidAt"
    FROM orders.orders WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${add(limit)}`;
  return (await database.query<Order>({ text, values })).rows;
}
