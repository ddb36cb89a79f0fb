import { type BusinessTime, newId, notFound } from '#platform/model';
import type { Owner } from '../contract.js';

export const STATUSES = ['created', 'paid'] as const;
export type OrderStatus = (typeof STATUSES)[number];

/** Where orders are placed: by an API call, on the tenant's storefront, or in the portal. */
export const CHANNELS = ['api', 'storefront', 'portal'] as const;
type Channel = (typeof CHANNELS)[number];

/** A tenant's intent to register or renew a domain. Several orders for a domain can be open; the first one that is paid wins. */
export class Order {
  id: string;
  tenantId: string;
  domain: string;
  tld: string;
  years: number;
  currency: string;
  /** In minor units of the currency. */
  total: number;
  /** Null only for a renewal of a registration whose order does not exist, or for an order that was set up without. */
  owner: Owner | null;
  channel: Channel;
  status: OrderStatus;
  createdAt: BusinessTime;
  paidAt: BusinessTime | null;
  /** For a renewal, the order that registered the domain; an empty string if the registration has none. */
  renews: string | null;
  /** Times of the registration after the payment of this order; later renewals do not change them. */
  registeredAt: BusinessTime | null;
  expiresAt: BusinessTime | null;

  static place({ at, ...fields }: NewOrder & { at: BusinessTime }): Order {
    const id = newId('ord');
    const unpaid = { status: 'created', createdAt: at, paidAt: null, registeredAt: null, expiresAt: null } as const;
    return Object.assign(new Order(), { ...fields, id, ...unpaid } satisfies Order);
  }
}

export type NewOrder = Omit<Order, 'id' | 'status' | 'createdAt' | 'paidAt' | 'registeredAt' | 'expiresAt'>;

export const KINDS = ['registration', 'renewal'] as const;
export type OrderKind = (typeof KINDS)[number];

export const kindOf = ({ renews }: Pick<Order, 'renews'>): OrderKind => (renews === null ? 'registration' : 'renewal');

/** Whether an order can be paid. A paid order stays paid. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => status === 'created';

/** Orders of other tenants get the same error. */
export class OrderNotFound extends notFound({
  code: 'ORDER_NOT_FOUND',
  description: 'The tenant has no order with this ID.',
  advice: 'Send the `order_id` returned by the order call. Each tenant has its own orders.',
  reproduce: 'Check out with the order ID `ord_00000000000000000000000000000000`.',
}) {}
