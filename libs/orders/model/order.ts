import { newId, notFound } from '#platform/model';

export type OrderStatus = 'created' | 'paid';

/** Paying is all that can happen to an order; one that is paid stays so. */
export const TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = { created: ['paid'], paid: [] };

/** The registrant, trimmed, with the country in upper case. */
export interface Registrant {
  first_name: string;
  last_name: string;
  email: string;
  phone?: string;
  country?: string;
}

/** What was offered for a name when it was ordered; later prices do not change it. */
interface Offer {
  domain: string;
  tld: string;
  currency: string;
  /** In minor units. */
  total: number;
}

/** A tenant's intent to register a name. Several may be open for one name; the first that is paid wins. */
export class Order {
  id: string;
  tenantId: string;
  domain: string;
  tld: string;
  years: number;
  currency: string;
  /** In minor units of the currency. */
  total: number;
  owner: Registrant;
  status: OrderStatus;
  createdAt: Date;
  paidAt: Date | null;

  static place(given: { tenantId: string; offer: Offer; years: number; owner: Registrant; at: Date }): Order {
    const { domain, tld, currency, total } = given.offer;
    return Object.assign(new Order(), {
      id: newId('ord'),
      tenantId: given.tenantId,
      domain,
      tld,
      years: given.years,
      currency,
      total,
      owner: given.owner,
      status: 'created',
      createdAt: given.at,
      paidAt: null,
    } satisfies Order);
  }
}

/** Whether an order can still go from where it is to `status`. */
export const canBecome = (order: Pick<Order, 'status'>, status: OrderStatus): boolean =>
  TRANSITIONS[order.status].includes(status);

/** Orders of other tenants get the same error. */
export class OrderNotFound extends notFound({
  code: 'ORDER_NOT_FOUND',
  description: 'The tenant has no order with this ID.',
  advice: 'Send the `order_id` returned by the order call. Each tenant has its own orders.',
}) {}
