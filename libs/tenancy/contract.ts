import { BooleanField, Check, DateTime, EnumField, Field, NullableText, Property, TextField } from '#platform/contract';
import { CURRENCY_CODES } from '#domains/contract';
import { type Facade, FACADES } from './model/tenant.js';
import { MAX_OWN_HOST_LENGTH } from './model/txt-record.js';

export * from './contract/hosts.js';

/** A tenant, for the command line and the portal. */
export class TenantView {
  /** Slug of the tenant, sent as `X-Tenant`. @example demo */
  slug: string;

  /** Name of the tenant. @example "Demo shop" */
  name: string;

  /** Currency of all prices (ISO 4217). @example USD */
  currency: string;

  @NullableText('First verified host name of the tenant; null if it has none.', 'shop.example.com') host: string | null;

  /** Whether the tenant is suspended; suspended tenants' keys are rejected. */
  suspended: boolean;

  /** Whether worlds, clock, faults and journal of the tenant can be used. */
  control: boolean;

  /** Facades that accept the keys of the tenant and of its worlds. @example ["dnsimple", "cloudflare"] */
  @Property({ type: [String], enum: [...FACADES], isArray: true }) facades: Facade[];

  /** Time when the tenant was created. */
  @DateTime() created_at: string;
}

class TenantParent {
  /** Slug of the tenant. @example demo */
  slug: string;

  /** Name of the tenant. @example "Demo shop" */
  name: string;
}

export class TenantDetails extends TenantView {
  /** The tenant that a temporary tenant belongs to; null for a permanent tenant. */
  parent: TenantParent | null;

  /** Time when a temporary tenant ends; null for a permanent tenant. */
  @Property({ format: 'date-time', example: null }) expires_at: string | null;
}

export class TenantsView {
  /** Tenants, sorted by slug. */
  tenants: TenantView[];
}

const Name = () => TextField({ max: 100, optional: true, description: 'Name of the tenant.', example: 'Acme Domains' });

export class NewTenantRequest {
  /** Slug: lower-case letters, digits and inner hyphens. It cannot be changed. @example acme */
  @TextField({ max: 63 }) slug: string;

  @Name() name?: string;

  /** Currency of all prices (ISO 4217), default USD. */
  @EnumField({ of: CURRENCY_CODES, optional: true }) currency?: string;

  /**
   * Host name that shows the storefront of the tenant, verified without a check. The API and the portal are not
   * available there.
   * @example shop.example.com
   */
  @TextField({ max: MAX_OWN_HOST_LENGTH, optional: true }) host?: string;
}

export class TenantChange {
  @Name() name?: string;

  /** Whether the tenant is suspended; suspended tenants' keys are rejected. */
  @BooleanField({ optional: true }) suspended?: boolean;

  /** Whether worlds, clock, faults and journal of the tenant can be used. */
  @BooleanField({ optional: true }) control?: boolean;

  /** Facades that accept the keys of the tenant; facades that are not in the list are switched off. @example ["dnsimple"] */
  @Field(
    { optional: true, type: [String], enum: [...FACADES], isArray: true, uniqueItems: true },
    Check(isFacadeList, `must be an array of ${FACADES.join(' and ')}, or empty`),
  )
  facades?: Facade[];
}

function isFacadeList(value: unknown): boolean {
  return Array.isArray(value) && new Set(value).size === value.length && value.every(item => FACADES.includes(item));
}
