import { ApiProperty } from '@nestjs/swagger';
import { EventKind } from '#platform/contract';
import { AmountView } from './domain-registered.js';

export class RenewedDomain {
  @ApiProperty({ description: 'Order that renewed the domain.', example: 'ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  order_id: string;

  @ApiProperty({ description: 'Renewed domain.', example: 'example.com' })
  domain: string;

  @ApiProperty({ description: 'TLD of the domain, without a leading dot.', example: 'com' })
  tld: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 10, description: 'Renewed years.', example: 1 })
  years: number;

  @ApiProperty({ enum: ['registered'], description: 'Status of the domain.' })
  status: 'registered';

  @ApiProperty({ format: 'date-time', description: 'Time of the registration.' })
  registered_at: string;

  @ApiProperty({
    format: 'date-time',
    description: 'End of the registration before the renewal.',
    example: '2027-11-21T07:00:00.000Z',
  })
  previous_expires_at: string;

  @ApiProperty({
    format: 'date-time',
    description: 'End of the registration: `previous_expires_at` plus the renewed years.',
    example: '2028-11-21T07:00:00.000Z',
  })
  expires_at: string;

  @ApiProperty({ type: AmountView, description: 'Amount paid.' })
  amount: AmountView;

  @ApiProperty({ description: 'Slug of the tenant.', example: 'demo' })
  tenant: string;
}

export const DomainRenewed = new EventKind<RenewedDomain>({
  type: 'domain.renewed',
  summary: 'A domain was renewed',
  description: 'A renewal was paid and the expiry of the domain moved.',
  model: RenewedDomain,
  example: {
    order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    domain: 'example.com',
    tld: 'com',
    years: 1,
    status: 'registered',
    registered_at: '2025-11-21T07:00:00.000Z',
    previous_expires_at: '2027-11-21T07:00:00.000Z',
    expires_at: '2028-11-21T07:00:00.000Z',
    amount: { currency: 'USD', total: 14.99 },
    tenant: 'demo',
  },
});
