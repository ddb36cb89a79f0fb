import { ApiProperty } from '@nestjs/swagger';
import { DomainField } from '#domains/contract';
import {
  CountryCode,
  EmailAddress,
  Nested,
  PhoneNumber,
  QueryText,
  QueryWhole,
  Source,
  Text,
  Whole,
} from '#platform/contract';

/** Whoever the name is registered for: its registrant. */
export class Owner {
  @Text({ max: 100, description: 'Given name.', example: 'Ada' })
  first_name: string;

  @Text({ max: 100, description: 'Family name.', example: 'Lovelace' })
  last_name: string;

  @EmailAddress({ description: 'Where the registrant is reached.', example: 'ada@example.com' })
  email: string;

  @PhoneNumber({ description: '+ and 7 to 15 digits.', example: '+44 20 7946 0958' })
  phone?: string;

  @CountryCode({ description: 'ISO 3166-1 alpha-2, in any case.', example: 'GB' })
  country?: string;
}

export class OrderRequest {
  @DomainField()
  domain: string;

  @Whole({ min: 1, max: 10, description: 'Years to register the name for.', example: 2 })
  years: number;

  @Nested(Owner, { description: 'The registrant.' })
  owner: Owner;
}

export class Amount {
  @ApiProperty({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @ApiProperty({ description: 'All years together, with at most two decimals.', example: 24.98 })
  total: number;
}

export class OrderView {
  @ApiProperty({
    description: 'Opaque; later orders sort after earlier ones.',
    example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  order_id: string;

  @ApiProperty({ description: 'In normal form.', example: 'example.com' })
  domain: string;

  @ApiProperty({ enum: ['created'] })
  status: 'created';

  @ApiProperty({ type: 'integer', example: 2 })
  years: number;

  @ApiProperty({ type: Amount })
  amount: Amount;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: Source })
  meta: Source;
}

/** Which orders of a tenant; all that is given must hold. */
export class OrdersQuery {
  @QueryText({ description: 'The `next` of the page before.', example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  before?: string;

  @QueryWhole({ min: 1, max: 200, usual: 50, description: 'So many at most.' })
  limit: number;

  @QueryText({
    description: 'What has become of them.',
    example: 'paid',
    form: /^(created|paid)$/,
    must: 'must be created or paid',
  })
  status?: 'created' | 'paid';

  @QueryText({ description: 'What their names begin with.', example: 'my-shop' })
  domain?: string;
}

export class RegistrantView {
  @ApiProperty({ example: 'Ada' })
  first_name: string;

  @ApiProperty({ example: 'Lovelace' })
  last_name: string;

  @ApiProperty({ format: 'email', example: 'ada@example.com' })
  email: string;
}

/** An order as the portal lists it. */
export class OrderEntry {
  @ApiProperty({ example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  id: string;

  @ApiProperty({ example: 'example.com' })
  domain: string;

  @ApiProperty({ enum: ['created', 'paid'] })
  status: 'created' | 'paid';

  @ApiProperty({ example: 2 })
  years: number;

  @ApiProperty({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @ApiProperty({ description: 'All years together, with at most two decimals.', example: 24.98 })
  total: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  paid_at: string | null;

  @ApiProperty({ type: RegistrantView, description: 'The registrant.' })
  owner: RegistrantView;
}

export class OrdersPage {
  @ApiProperty({ type: [OrderEntry], description: 'The newest first.' })
  orders: OrderEntry[];

  @ApiProperty({ type: String, nullable: true, description: 'For the next page; null when this is the last.' })
  next: string | null;
}
