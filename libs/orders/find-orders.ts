import { Injectable } from '@nestjs/common';
import { readPage } from '#platform/http';
import { type Currency, toDecimal } from '#domains';
import type { FullOrder, OrderEntry, OrdersPage, OrdersQuery } from './contract.js';
import { kindOf, type Order } from './model/order.js';
import { OrderRepository } from './storage/order.repository.js';

/** Finds the orders of a tenant for the portal. */
@Injectable()
export class FindOrders {
  constructor(private readonly orders: OrderRepository) {}

  /** Lists orders, newest first. */
  async list(tenantId: string, { limit, exact_domain: exactDomain, ...filter }: OrdersQuery): Promise<OrdersPage> {
    const read = (count: number) => this.orders.list(tenantId, { ...filter, exactDomain }, count);
    const { rows, next } = await readPage(limit, read, ({ id }) => id);
    return { orders: rows.map(viewOf), next };
  }

  /** @throws OrderNotFound */
  async get(tenantId: string, id: string): Promise<FullOrder> {
    const order = await this.orders.get(tenantId, id);
    const { owner, renews, registeredAt, expiresAt } = order;
    return {
      ...viewOf(order),
      owner,
      renews: renews || null,
      registered_at: registeredAt?.toISOString() ?? null,
      expires_at: expiresAt?.toISOString() ?? null,
    };
  }
}

const viewOf = ({ currency, total, createdAt, paidAt, owner, ...order }: Order): OrderEntry => ({
  id: order.id,
  domain: order.domain,
  status: order.status,
  years: order.years,
  currency,
  total: toDecimal(total, currency as Currency),
  channel: order.channel,
  created_at: createdAt.toISOString(),
  paid_at: paidAt?.toISOString() ?? null,
  kind: kindOf(order),
  owner: owner && { first_name: owner.first_name, last_name: owner.last_name, email: owner.email },
});
