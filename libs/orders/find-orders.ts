import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { type Currency, toDecimal } from '#domains';
import type { OrderEntry, OrdersPage, OrdersQuery } from './contract.js';
import type { Order } from './model/order.js';
import { listOrders } from './storage/list-orders.js';

/** Lists the orders of a tenant, newest first. */
@Injectable()
export class FindOrders {
  constructor(private readonly database: Database) {}

  async of(tenantId: string, { limit, ...filter }: OrdersQuery): Promise<OrdersPage> {
    const orders = await listOrders(this.database, tenantId, filter, limit + 1);
    const page = orders.slice(0, limit);
    return { orders: page.map(viewOf), next: orders.length > limit ? (page.at(-1)?.id ?? null) : null };
  }
}

const viewOf = ({ id, domain, status, years, currency, total, createdAt, paidAt, owner }: Order): OrderEntry => ({
  id,
  domain,
  status,
  years,
  currency,
  total: toDecimal(total, currency as Currency),
  created_at: createdAt.toISOString(),
  paid_at: paidAt?.toISOString() ?? null,
  owner: { first_name: owner.first_name, last_name: owner.last_name, email: owner.email },
});
