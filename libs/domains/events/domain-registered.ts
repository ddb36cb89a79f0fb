import { ApiProperty } from '@nestjs/swagger';
import { EventKind } from '#platform/contract';

export class AmountView {
  @ApiProperty({ description: 'Currency (ISO 4217).', example: 'USD' })
  currency: string;

  @ApiProperty({ description: 'Amount paid, with at most two decimals.', example: 24.98 })
  total: number;
}

export class OwnerView {
  @ApiProperty({ format: 'idn-email', description: 'Email address of the registrant.', example: 'ada@example.com' })
  email: string;
}

export class RegisteredDomain {
  @ApiProperty({ description: 'Order that registered the domain.', example: 'ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  order_id: string;

  @ApiProperty({ description: 'Registered domain.', example: 'example.com' })
  domain: string;

  @ApiProperty({ description: 'TLD of the domain, without a leading dot.', example: 'com' })
  tld: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 10, description: 'Registered years.', example: 2 })
  years: number;

  @ApiProperty({ enum: ['registered'], description: 'Status of the domain.' })
  status: 'registered';

  @ApiProperty({ format: 'date-time', description: 'Time of the registration.' })
  registered_at: string;

  @ApiProperty({ format: 'date-time', description: 'End of the registration.', example: '2027-11-21T07:00:00.000Z' })
  expires_at: string;

  @ApiProperty({ type: AmountView, description: 'Amount paid.' })
  amount: AmountView;

  @ApiProperty({ type: OwnerView, description: 'Registrant of the domain.' })
  owner: OwnerView;

  @ApiProperty({ description: 'Slug of the tenant.', example: 'demo' })
  tenant: string;
}

export const DomainRegistered = new EventKind<RegisteredDomain>({
  type: 'domain.registered',
  summary: 'A domain was registered',
  description: 'An order was paid and its domain registered.',
  model: RegisteredDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    years: 2,
    status: 'registered',
    registered_at: '2025-11-21T07:00:00.000Z',
    expires_at: '2027-11-21T07:00:00.000Z',
    amount: { currency: 'USD', total: 24.98 },
    owner: { email: 'ada@example.com' },
    tenant: 'demo',
  },
});
