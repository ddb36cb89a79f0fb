import { newId, notFound } from '#platform/model';
import type { Owner } from '../contract.js';

export type OrderStatus = 'created' | 'paid';

/** The allowed status changes. A paid order stays paid. */
export const TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = { created: ['paid'], paid: [] };

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
  status: OrderStatus;
  createdAt: Date;
  paidAt: Date | null;

  static place({ at, ...fields }: NewOrder & { at: Date }): Order {
    const order = { ...fields, id: newId('ord'), status: 'created', createdAt: at, paidAt: null } satisfies Order;
    return Object.assign(new Order(), order);
  }
}

type NewOrder = Omit<Order, 'id' | 'status' | 'createdAt' | 'paidAt'>;

/** Whether an order can change to `status`. */
export const canBecome = (order: Pick<Order, 'status'>, status: OrderStatus): boolean =>
  TRANSITIONS[order.status].includes(status);

/** Orders of other tenants get the same error. */
export class OrderNotFound extends notFound({
  code: 'ORDER_NOT_FOUND',
  description: 'The tenant has no order with this ID.',
  advice: 'Send the `order_id` returned by the order call. Each tenant has its own orders.',
}) {}
