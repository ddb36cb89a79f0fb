import { type BusinessTime, newId, notFound } from '#platform/model';
import type { Outcome, Owner, RegistrationSettings } from '../contract.js';

export const STATUSES = ['created', 'paid', 'refunded'] as const;
export type OrderStatus = (typeof STATUSES)[number];

/** Where orders are placed: by an API call, on the tenant's storefront, or in the portal. */
export const CHANNELS = ['api', 'storefront', 'portal'] as const;
type Channel = (typeof CHANNELS)[number];

export const KINDS = ['registration', 'renewal', 'transfer'] as const;
export type OrderKind = (typeof KINDS)[number];

/** Statuses of the domain of a paid order. */
export const DOMAIN_STATUSES = ['pending', 'action_required', 'registered', 'failed'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** A tenant's intent to register, renew or transfer a domain. Several orders for a domain can be open; the first one that is paid wins. */
export class Order {
  id: string;
  tenantId: string;
  domain: string;
  tld: string;
  years: number;
  currency: string;
  /** In minor units of the currency. */
  total: number;
  /** Null for a renewal of a registration that has no order, and for an order that was set up without an owner. */
  owner: Owner | null;
  channel: Channel;
  status: OrderStatus;
  createdAt: BusinessTime;
  paidAt: BusinessTime | null;
  kind: OrderKind = 'registration';
  /** For a renewal, the order that registered the domain; an empty string if the registration has none. */
  renews: string | null;
  /** Times of the registration after the payment of this order; later renewals do not change them. */
  registeredAt: BusinessTime | null;
  expiresAt: BusinessTime | null;
  /** Whether the checkout only has to register the domain: without settings, a verification or a later decision. */
  hasSimpleCheckout = true;
  /** Settings of the registration that were sent with the order. */
  settings: RegistrationSettings | null = null;
  /** Null before the payment, and if the payment registered the domain at once. */
  domainStatus: DomainStatus | null = null;
  /** Planned decision of the registry; null before the payment, for a renewal, and if the payment registered the domain at once. */
  outcome: Outcome | null = null;
  /** When the registry decides; null unless the order is pending. */
  dueAt: BusinessTime | null = null;
  /** Why the order failed, was refunded, or requires action. */
  reason: string | null = null;
  refundedAt: BusinessTime | null = null;
  /** Delivery instructions for the event that ends the order, from the `webhook` fault of its checkout. */
  delivery: object | null = null;

  static place(order: NewOrder, at: BusinessTime): Order {
    const unpaid = { status: 'created', createdAt: at, paidAt: null, registeredAt: null, expiresAt: null } as const;
    return Object.assign(new Order(), order, unpaid, { id: newId('ord') });
  }
}

export type NewOrder = Pick<
  Order,
  'tenantId' | 'domain' | 'tld' | 'years' | 'currency' | 'total' | 'owner' | 'channel' | 'renews'
> &
  Partial<Pick<Order, 'kind' | 'hasSimpleCheckout' | 'settings'>>;

/** Default reason of a decision; null for decisions that need none. */
export function defaultReason(kind: OrderKind, domainStatus: DomainStatus | null): string | null {
  if (domainStatus === 'action_required') return 'action_required';
  if (domainStatus !== 'failed') return null;
  return kind === 'transfer' ? 'registrar_rejected' : 'registry_rejected';
}

/** Status of the domain of a paid order; null before the payment. */
export const domainStatusOf = ({ status, domainStatus }: Pick<Order, 'status' | 'domainStatus'>): DomainStatus | null =>
  status === 'created' ? null : (domainStatus ?? 'registered');

/** The reason of a canceled order. */
export const CANCELED = 'canceled';

/** A decision that requires an action can have any reason, also this one. */
export const isCanceled = ({ reason, domainStatus }: Pick<Order, 'reason' | 'domainStatus'>): boolean =>
  domainStatus === 'failed' && reason === CANCELED;

/** Whether an order can be paid. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => status === 'created';

/** Orders of other tenants get the same error. */
export class OrderNotFound extends notFound({
  code: 'ORDER_NOT_FOUND',
  description: 'The tenant has no order with this ID.',
  advice: 'Send the `order_id` returned by the order call. Each tenant has its own orders.',
  reproduce: 'Check out with the order ID `ord_00000000000000000000000000000000`.',
}) {}
