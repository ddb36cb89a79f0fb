import { ApiProperty } from '@nestjs/swagger';
import { Choice, Flag, Text } from '#platform/contract';
import { CURRENCY_CODES } from '#domains/contract';

/** A tenant as the command line and the portal show it. */
export class TenantView {
  @ApiProperty({ description: 'What integrators send as X-Tenant.', example: 'demo' })
  slug: string;

  @ApiProperty({ example: 'Demo shop' })
  name: string;

  @ApiProperty({ description: 'ISO 4217; what its prices are shown in.', example: 'USD' })
  currency: string;

  @ApiProperty({ type: String, nullable: true, description: 'Host name of its branded interface.' })
  host: string | null;

  @ApiProperty({ description: 'Its keys open nothing.' })
  suspended: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class TenantsView {
  @ApiProperty({ type: [TenantView], description: 'By their slugs.' })
  tenants: TenantView[];
}

const Name = () => Text({ max: 100, optional: true, description: 'What people call it.', example: 'Acme Domains' });

export class NewTenantRequest {
  @Text({ max: 63, description: 'Lower-case letters, digits and inner hyphens; it stays.', example: 'acme' })
  slug: string;

  @Name()
  name?: string | null;

  @Choice({ of: CURRENCY_CODES, optional: true, description: 'What its prices are shown in; USD where none is given.' })
  currency?: string | null;

  @Text({
    max: 253,
    optional: true,
    description: 'Host name of its branded interface, where neither the API nor the portal is answered.',
    example: 'shop.example.com',
  })
  host?: string | null;
}

export class TenantChange {
  @Name()
  name?: string | null;

  @Flag({ optional: true, description: 'Whether its keys are kept from opening anything.' })
  suspended?: boolean | null;
}
