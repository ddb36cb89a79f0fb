import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { readPage } from '#platform/http';
import { type ListOrdersQuery, orderDetails, type OrderList, type OrderResult } from './contract.js';
import { OrderRepository } from './storage/order.repository.js';

/** Returns the orders of the caller's tenant, one by its ID or all of them, newest first. */
@Injectable()
export class ReadOrders {
  constructor(
    private readonly orders: OrderRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws OrderNotFound */
  async get(caller: Caller, id: string): Promise<OrderResult> {
    const order = await this.orders.get(caller.tenant.id, id);
    Object.assign(caller, { orderId: id, domain: order.domain });
    return { ...orderDetails(order), meta: { source: this.settings.source } };
  }

  async list({ tenant }: Caller, { limit, after: before, ...filter }: ListOrdersQuery): Promise<OrderList> {
    const read = (count: number) => this.orders.list(tenant.id, { before, ...filter }, count);
    const { rows, next } = await readPage(limit, read, ({ id }) => id);
    return { orders: rows.map(orderDetails), next, meta: { source: this.settings.source } };
  }
}
