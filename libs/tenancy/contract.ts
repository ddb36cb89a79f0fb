import { ApiProperty } from '@nestjs/swagger';
import { EnumField, BooleanField, TextField, NullableText } from '#platform/contract';
import { CURRENCY_CODES } from '#domains/contract';
import { MAX_OWN_HOST_LENGTH } from './model/txt-record.js';

export * from './contract/hosts.js';

/** A tenant, for the command line and the portal. */
export class TenantView {
  @ApiProperty({ description: 'Slug of the tenant, sent as `X-Tenant`.', example: 'demo' })
  slug: string;

  @ApiProperty({ description: 'Name of the tenant.', example: 'Demo shop' })
  name: string;

  @ApiProperty({ description: 'Currency of all prices (ISO 4217).', example: 'USD' })
  currency: string;

  @NullableText('First verified host name of the tenant; null if it has none.', 'shop.example.com')
  host: string | null;

  @ApiProperty({ description: "Whether the tenant is suspended; suspended tenants' keys are rejected." })
  suspended: boolean;

  @ApiProperty({ description: 'Whether worlds, clock, faults and journal of the tenant can be used.' })
  control: boolean;

  @ApiProperty({ format: 'date-time', description: 'Time when the tenant was created.' })
  created_at: string;
}

class TenantParent {
  @ApiProperty({ description: 'Slug of the tenant.', example: 'demo' })
  slug: string;

  @ApiProperty({ description: 'Name of the tenant.', example: 'Demo shop' })
  name: string;
}

export class TenantDetails extends TenantView {
  @ApiProperty({
    type: TenantParent,
    nullable: true,
    description: 'The tenant that a temporary tenant belongs to; null for others.',
  })
  parent: TenantParent | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time when a temporary tenant ends; null for others.',
    example: null,
  })
  expires_at: string | null;
}

export class TenantsView {
  @ApiProperty({ type: [TenantView], description: 'Tenants, sorted by slug.' })
  tenants: TenantView[];
}

const Name = () => TextField({ max: 100, optional: true, description: 'Name of the tenant.', example: 'Acme Domains' });

export class NewTenantRequest {
  @TextField({
    max: 63,
    description: 'Slug: lower-case letters, digits and inner hyphens. It cannot be changed.',
    example: 'acme',
  })
  slug: string;

  @Name()
  name?: string;

  @EnumField({ of: CURRENCY_CODES, optional: true, description: 'Currency of all prices (ISO 4217), default USD.' })
  currency?: string;

  @TextField({
    max: MAX_OWN_HOST_LENGTH,
    optional: true,
    description:
      'Host name that shows the storefront of the tenant, verified without a check. The API and the portal are not available there.',
    example: 'shop.example.com',
  })
  host?: string;
}

export class TenantChange {
  @Name()
  name?: string;

  @BooleanField({
    optional: true,
    description: "Whether the tenant is suspended; suspended tenants' keys are rejected.",
  })
  suspended?: boolean;

  @BooleanField({
    optional: true,
    description: 'Whether worlds, clock, faults and journal of the tenant can be used.',
  })
  control?: boolean;
}
