import { ApiProperty } from '@nestjs/swagger';
import { type Currency, DomainField, toDecimal } from '#domains/contract';
import {
  CountryField,
  EmailField,
  EnumParameter,
  ExportFormat,
  IntegerField,
  NextCursor,
  ObjectField,
  PageCursor,
  PageLimit,
  PhoneField,
  Source,
  TextField,
  TextParameter,
  NullableDateTime,
} from '#platform/contract';
import { CHANNELS, kindOf, KINDS, type Order, type OrderKind, type OrderStatus, STATUSES } from './model/order.js';

export { CHANNELS, STATUSES };

/** The registrant of a domain. Texts are trimmed, and the country is in upper case. */
export class Owner {
  @TextField({ max: 100, description: 'First name of the registrant.', example: 'Ada' })
  first_name: string;

  @TextField({ max: 100, description: 'Last name of the registrant.', example: 'Lovelace' })
  last_name: string;

  @EmailField({
    description:
      'Email address of the registrant: at most 254 bytes, 64 before the `@`, with characters of any script (RFC 6531); the part after the `@` is a domain by IDNA 2008.',
    example: 'ada@example.com',
  })
  email: string;

  @PhoneField({
    description:
      'Phone number: `+` and 7–15 digits; spaces, dots, dashes, slashes and parentheses of any kind are allowed. An extension of up to 15 digits follows `x`, `ext.`, `;ext=` or `#`. Returned as sent, without invisible characters.',
    example: '+44 20 7946 0958',
  })
  phone?: string;

  @CountryField({ description: 'Country code (ISO 3166-1 alpha-2) in upper or lower case.', example: 'GB' })
  country?: string;
}

export class OrderRequest {
  @DomainField()
  domain: string;

  @IntegerField({ min: 1, max: 10, description: 'Years to register the domain for (1–10).', example: 2 })
  years: number;

  @ObjectField(Owner, { description: 'Registrant of the domain.' })
  owner: Owner;
}

export class RenewalRequest {
  @DomainField()
  domain: string;

  @IntegerField({ min: 1, max: 10, description: 'Years to renew the registration for (1–10).', example: 1 })
  years: number;
}

export class Amount {
  @ApiProperty({ description: 'Currency (ISO 4217).', example: 'USD' })
  currency: string;

  @ApiProperty({ description: 'Price of all years, with at most two decimals.', example: 24.98 })
  total: number;
}

class OrderFields {
  @ApiProperty({
    description: 'Order ID. Opaque; IDs sort by creation time.',
    example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  order_id: string;

  @ApiProperty({ description: 'Ordered domain in its normal form.', example: 'example.com' })
  domain: string;

  @ApiProperty({ enum: KINDS, description: 'What the order pays for.' })
  kind: OrderKind;

  @ApiProperty({ type: 'integer', description: 'Years to register or renew the domain for.', example: 2 })
  years: number;

  @ApiProperty({ type: Amount, description: 'Total price.' })
  amount: Amount;

  @ApiProperty({ format: 'date-time', description: 'Time of the order.' })
  created_at: string;
}

export class OrderView extends OrderFields {
  @ApiProperty({ enum: ['created'], description: 'A new order is not paid.' })
  status: 'created';

  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}

const fieldsOf = (order: Order): OrderFields => ({
  order_id: order.id,
  domain: order.domain,
  kind: kindOf(order),
  years: order.years,
  amount: { currency: order.currency, total: toDecimal(order.total, order.currency as Currency) },
  created_at: order.createdAt.toISOString(),
});

/** The response for a new order. */
export const orderView = (order: Order, source: string): OrderView => ({
  ...fieldsOf(order),
  status: 'created',
  meta: { source },
});

class OrderFilter {
  @EnumParameter({ of: STATUSES, description: 'Only orders with this status.', example: 'paid' })
  status?: OrderStatus;

  @TextParameter({ description: 'Only orders whose domain starts with this text.', example: 'my-shop' })
  domain?: string;
}

/** Filters for the orders of a tenant in the API; an order must match all of them. */
export class ListOrdersQuery extends OrderFilter {
  @PageLimit('orders')
  limit: number;

  @PageCursor('ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  after?: string;
}

/** Filters for the orders of a tenant in the portal; an order must match all of them. */
export class PortalOrderFilter extends OrderFilter {
  @TextParameter({ description: 'Only orders of exactly this domain.', example: 'my-shop.com' })
  exact_domain?: string;

  @TextParameter({
    description: 'Only orders whose ID starts with this text.',
    example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  order_id?: string;
}

export class OrdersQuery extends PortalOrderFilter {
  @PageLimit('orders')
  limit: number;

  @PageCursor('ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  before?: string;
}

export class OrdersExportQuery extends PortalOrderFilter {
  @ExportFormat()
  format?: 'csv' | 'json';
}

export class RegistrantView {
  @ApiProperty({ description: 'First name of the registrant.', example: 'Ada' })
  first_name: string;

  @ApiProperty({ description: 'Last name of the registrant.', example: 'Lovelace' })
  last_name: string;

  @ApiProperty({ format: 'idn-email', description: 'Email address of the registrant.', example: 'ada@example.com' })
  email: string;
}

/** The registrant of an order with all fields that the order was placed with. */
export class RegistrantDetails extends RegistrantView {
  @ApiProperty({
    required: false,
    description: 'Phone number, as sent, without invisible characters.',
    example: '+44 20 7946 0958',
  })
  phone?: string;

  @ApiProperty({ required: false, description: 'Country code (ISO 3166-1 alpha-2) in upper case.', example: 'GB' })
  country?: string;
}

/** An order with its state. */
export class OrderDetails extends OrderFields {
  @ApiProperty({ enum: STATUSES, description: 'Status of the order.' })
  status: OrderStatus;

  @ApiProperty({
    type: RegistrantDetails,
    nullable: true,
    description:
      'Registrant of the domain; for a renewal, that of the order that registered it, or null if that was removed.',
  })
  owner: RegistrantDetails | null;

  @NullableDateTime('Time of the payment; null if the order is not paid.', null)
  paid_at: string | null;
}

export class OrderResult extends OrderDetails {
  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}

export class OrderList {
  @ApiProperty({ type: [OrderDetails], description: 'Orders, newest first.' })
  orders: OrderDetails[];

  @NextCursor('ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012', 'after')
  next: string | null;

  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}

export const orderDetails = (order: Order): OrderDetails => ({
  ...fieldsOf(order),
  status: order.status,
  owner: order.owner,
  paid_at: order.paidAt?.toISOString() ?? null,
});

/** An order in the portal. */
export class OrderEntry {
  @ApiProperty({ description: 'Order ID.', example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'Ordered domain.', example: 'example.com' })
  domain: string;

  @ApiProperty({ enum: STATUSES, description: 'Status of the order.' })
  status: OrderStatus;

  @ApiProperty({ type: 'integer', description: 'Years to register or renew the domain for.', example: 2 })
  years: number;

  @ApiProperty({ description: 'Currency (ISO 4217).', example: 'USD' })
  currency: string;

  @ApiProperty({ description: 'Price of all years, with at most two decimals.', example: 24.98 })
  total: number;

  @ApiProperty({
    enum: CHANNELS,
    description: 'Where the order was placed: by an API call, on the storefront of the tenant, or in the portal.',
  })
  channel: Order['channel'];

  @ApiProperty({ format: 'date-time', description: 'Time of the order.' })
  created_at: string;

  @NullableDateTime('Time of the payment; null if the order is not paid.', null)
  paid_at: string | null;

  @ApiProperty({ enum: KINDS, description: 'What the order pays for.' })
  kind: OrderKind;

  @ApiProperty({ type: RegistrantView, nullable: true, description: 'Registrant of the domain.' })
  owner: RegistrantView | null;
}

export class OrdersPage {
  @ApiProperty({ type: [OrderEntry], description: 'Orders, newest first.' })
  orders: OrderEntry[];

  @NextCursor('ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  next: string | null;
}

/** An order in the portal with all its data. */
export class FullOrder extends OrderEntry {
  @ApiProperty({
    type: RegistrantDetails,
    nullable: true,
    description:
      'Registrant of the domain; for a renewal, that of the order that registered it, or null if that was removed.',
  })
  override owner: RegistrantDetails | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'For a renewal, the order of the renewed registration.',
    example: null,
  })
  renews: string | null;

  @NullableDateTime('Time of the registration; null if the order is not paid.')
  registered_at: string | null;

  @NullableDateTime('End of the registration after the payment of this order; null if the order is not paid.')
  expires_at: string | null;
}
