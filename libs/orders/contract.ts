import { ApiProperty } from '@nestjs/swagger';
import { DomainField } from '#domains/contract';
import { CountryCode, EmailAddress, Nested, PhoneNumber, Source, Text, Whole } from '#platform/contract';

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
