import { newId, notFound } from '#platform/model';
import type { Owner } from '../contract.js';

type OrderStatus = 'created' | 'paid';

/** A tenant's intent to register a domain. Several orders for a domain can be open; the first one that is paid wins. */
export class Order {
  id: string;
  tenantId: string;
  domain: string;
  tld: string;
  years: number;
  currency: string;
  /** In minor units of the currency. */
  total: number;
  owner: Owner;
  /** Where the order was placed: by an API call, or on the tenant's storefront. */
  channel: 'api' | 'storefront';
  status: OrderStatus;
  createdAt: Date;
  paidAt: Date | null;

  static place({ at, ...fields }: NewOrder & { at: Date }): Order {
    const order = { ...fields, id: newId('ord'), status: 'created', createdAt: at, paidAt: null } satisfies Order;
    return Object.assign(new Order(), order);
  }
}

type NewOrder = Omit<Order, 'id' | 'status' | 'createdAt' | 'paidAt'>;

/** Whether an order can be paid. A paid order stays paid. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => status === 'created';

/** Orders of other tenants get the same error. */
export class OrderNotFound extends notFound({
  code: 'ORDER_NOT_FOUND',
  description: 'The tenant has no order with this ID.',
  advice: 'Send the `order_id` returned by the order call. Each tenant has its own orders.',
}) {}
