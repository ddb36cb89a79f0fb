import { ApiParam, IntersectionType } from '@nestjs/swagger';
import {
  type Currency,
  CURRENCY_CODES,
  DomainField,
  type Outcome,
  Owner,
  RegistrantDetails,
  RegistrantView,
  RegistrationSettings,
  toDecimal,
} from '#domains/contract';
import {
  DateTime,
  DateTimeParameter,
  EnumField,
  EnumParameter,
  ExportFormat,
  Integer,
  IntegerField,
  NextCursor,
  NullableDateTime,
  NullableText,
  NumberField,
  ObjectField,
  PageCursor,
  PageLimit,
  Property,
  Source,
  TextParameter,
  WithSource,
} from '#platform/contract';
import {
  CHANNELS,
  DOMAIN_STATUSES,
  type DomainStatus,
  domainStatusOf,
  KINDS,
  type Order,
  type OrderKind,
  type OrderStatus,
  STATUSES,
} from './model/order.js';

export {
  CHANNELS,
  DOMAIN_STATUSES,
  type DomainStatus,
  KINDS,
  type OrderStatus,
  type Outcome,
  type Owner,
  type RegistrationSettings,
  registryFieldsOf,
  STATUSES,
};

/** The highest price that the caller accepts. */
export class MaxAmount {
  /** Currency of the tenant (ISO 4217). @example USD */
  @EnumField({ of: CURRENCY_CODES }) currency: string;

  /** Highest accepted price of all years. @example 24.98 */
  @NumberField({ minimum: 0 }) total: number;
}

export const MaxAmountField = () =>
  ObjectField(MaxAmount, {
    optional: true,
    example: null,
    description: 'Highest accepted price; a higher one is refused with `PRICE_NOT_ACCEPTED`, and nothing is ordered.',
  });

export class OrderRequest {
  @DomainField() domain: string;

  /** Years to register the domain for (1–10). @example 2 */
  @IntegerField({ min: 1, max: 10 }) years: number;

  /** Registrant of the domain. */
  @ObjectField(Owner) owner: Owner;

  @MaxAmountField() max_amount?: MaxAmount;

  /** Settings of the registration (default: name servers of Nameyard, locked, no automatic renewal, no privacy). */
  @ObjectField(RegistrationSettings, { optional: true }) settings?: RegistrationSettings;
}

export class RenewalRequest {
  @DomainField() domain: string;

  /** Years to renew the registration for (1–10). @example 1 */
  @IntegerField({ min: 1, max: 10 }) years: number;

  @MaxAmountField() max_amount?: MaxAmount;
}

export class Amount {
  /** Currency (ISO 4217). @example USD */
  currency: string;

  /** Price of all years, with at most two decimals. @example 24.98 */
  total: number;
}

class OrderFields {
  /** Order ID. Opaque; IDs sort by creation time. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  order_id: string;

  /** Ordered domain in its normal form. @example example.com */
  domain: string;

  /** Kind of order: registration, renewal or transfer. */
  @Property({ enum: KINDS }) kind: OrderKind;

  /** Years to register or renew the domain for. @example 2 */
  @Integer() years: number;

  /** Total price. */
  amount: Amount;

  /** Time of the order. */
  @DateTime() created_at: string;
}

export class OrderView extends OrderFields {
  /** A new order is not paid. */
  @Property({ enum: ['created'] }) status: 'created';

  /** Origin of the result. */
  meta: Source;
}

export const amountOf = ({ currency, total }: Order): Amount => ({
  currency,
  total: toDecimal(total, currency as Currency),
});

const fieldsOf = (order: Order): OrderFields => ({
  order_id: order.id,
  domain: order.domain,
  kind: order.kind,
  years: order.years,
  amount: amountOf(order),
  created_at: order.createdAt.toISOString(),
});

/** The response for a new order. */
export const orderView = (order: Order, source: string): OrderView => ({
  ...fieldsOf(order),
  status: 'created',
  meta: { source },
});

class OrderFilter {
  /** Only orders with this status. @example paid */
  @EnumParameter({ of: STATUSES }) status?: OrderStatus;

  /** Only orders of this kind. @example transfer */
  @EnumParameter({ of: KINDS }) kind?: OrderKind;

  /** Only paid orders with this status of the domain. @example pending */
  @EnumParameter({ of: DOMAIN_STATUSES }) domain_status?: DomainStatus;

  /** Only orders whose domain starts with this text. @example my-shop */
  @TextParameter() domain?: string;

  /** Only orders whose registrant has this text in the name or the email address, among the newest 100,000. @example ada@ */
  @TextParameter() owner?: string;
}

const EXAMPLE_ID = 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012';
export const ORDER_ID = /^ord_[0-9a-f]{32}$/;

/** Documents the order in the path of a route. */
export const ApiOrderId = () =>
  ApiParam({ name: 'order_id', description: 'The `order_id` returned by the order call.', example: EXAMPLE_ID });

/** Filters for the orders of a tenant in the API, newest first; an order must match all of them. */
export class ListOrdersQuery extends OrderFilter {
  @PageLimit('orders') limit: number;

  @PageCursor(EXAMPLE_ID, ORDER_ID) after?: string;
}

/** Filters for the orders of a tenant in the portal; an order must match all of them. */
export class PortalOrderFilter extends OrderFilter {
  /** Only orders of exactly this domain. @example my-shop.com */
  @TextParameter() exact_domain?: string;

  /** Only orders whose ID starts with this text. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextParameter() order_id?: string;

  /** Only orders placed since this time (RFC 3339, years 0001–9999), by real time, not by the clock of the tenant. */
  @DateTimeParameter() from?: string;

  /** Only orders placed before this time (RFC 3339, years 0001–9999), by real time. */
  @DateTimeParameter() to?: string;
}

/** A page of orders in the portal, newest first. The portal names cursors `before`, the API `after`. */
export class PortalOrdersQuery extends PortalOrderFilter {
  @PageLimit('orders') limit: number;

  @PageCursor(EXAMPLE_ID, ORDER_ID) before?: string;
}

export class OrdersExportQuery extends PortalOrderFilter {
  @ExportFormat() format?: 'csv' | 'json';
}

/** Decision of the registry about a paid order. */
class RegistryFields {
  @Property({
    enum: DOMAIN_STATUSES,
    nullable: true,
    description:
      'Status of the domain: `pending` (the registry decides at `due_at`), `action_required` (the order waits without limit; see `reason`), `registered`, or `failed`; null if the order is not paid.',
    example: 'registered',
  })
  domain_status: DomainStatus | null;

  @NullableDateTime('When the registry decides; null unless the order is pending.', null) due_at: string | null;

  @NullableText('Why the order failed, was refunded, or requires action; otherwise null.', null)
  reason: string | null;

  @NullableDateTime('Time of the refund; null without one.', null) refunded_at: string | null;

  /** Refunded amount: the whole amount of the order; null without a refund. */
  @Property({ type: Amount, nullable: true }) refund: Amount | null;
}

const registryFieldsOf = (order: Order): RegistryFields => ({
  domain_status: domainStatusOf(order),
  due_at: order.dueAt?.toISOString() ?? null,
  reason: order.reason,
  refunded_at: order.refundedAt?.toISOString() ?? null,
  refund: order.refundedAt && amountOf(order),
});

/** An order with its state. */
export class OrderDetails extends IntersectionType(OrderFields, RegistryFields) {
  /** Status of the order. */
  @Property({ enum: STATUSES }) status: OrderStatus;

  /** Registrant of the domain. For a renewal, the registrant of the order that registered the domain; null if that order was removed. */
  owner: RegistrantDetails | null;

  @NullableDateTime('Time of the payment; null if the order is not paid.', null) paid_at: string | null;

  /** Settings of the registration, if they were sent with the order. */
  settings?: RegistrationSettings;
}

export class OrderResult extends IntersectionType(OrderDetails, WithSource) {}

export class OrderList {
  /** Orders, newest first. */
  orders: OrderDetails[];

  @NextCursor(EXAMPLE_ID, 'after') next: string | null;

  /** Origin of the result. */
  meta: Source;
}

export const orderDetails = (order: Order): OrderDetails => ({
  ...fieldsOf(order),
  status: order.status,
  owner: order.owner,
  paid_at: order.paidAt?.toISOString() ?? null,
  ...registryFieldsOf(order),
  ...(order.settings && { settings: order.settings }),
});

/** An order in the portal. */
export class OrderEntry extends RegistryFields {
  /** Order ID. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  id: string;

  /** Ordered domain. @example example.com */
  domain: string;

  /** Status of the order. */
  @Property({ enum: STATUSES }) status: OrderStatus;

  /** Years to register or renew the domain for. @example 2 */
  @Integer() years: number;

  /** Currency (ISO 4217). @example USD */
  currency: string;

  /** Price of all years, with at most two decimals. @example 24.98 */
  total: number;

  /** Where the order was placed: by an API call, on the storefront of the tenant, or in the portal. */
  @Property({ enum: CHANNELS }) channel: Order['channel'];

  /** Time of the order. */
  @DateTime() created_at: string;

  @NullableDateTime('Time of the payment; null if the order is not paid.', null) paid_at: string | null;

  /** Kind of order: registration, renewal or transfer. */
  @Property({ enum: KINDS }) kind: OrderKind;

  /** Registrant of the domain. */
  owner: RegistrantView | null;
}

export class PortalOrdersPage {
  /** Orders, newest first. */
  orders: OrderEntry[];

  @NextCursor(EXAMPLE_ID) next: string | null;
}

/** An order in the portal with all its data. */
export class FullOrder extends OrderEntry {
  /** Registrant of the domain. For a renewal, the registrant of the order that registered the domain; null if that order was removed. */
  @Property({ type: RegistrantDetails, nullable: true }) override owner: RegistrantDetails | null;

  /** For a renewal, the order of the renewed registration. */
  @Property({ example: null }) renews: string | null;

  @NullableDateTime('Time of the registration; null until the order succeeds.') registered_at: string | null;

  @NullableDateTime('End of the registration after this order; null until the order succeeds.')
  expires_at: string | null;
}
