import { mappingOf } from '#platform/database';
import { StorefrontSettings } from '../model/storefront-settings.js';

/** Topic of notifications; their subject is the tenant's ID. */
export const TOPIC = 'storefront';

export const StorefrontMapping = mappingOf(StorefrontSettings, 'storefront.storefronts', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'storefronts_pkey' },
  access: { type: 'text', nullable: true },
  code: { type: 'text', nullable: true },
  name: { type: 'text', nullable: true },
  accent: { type: 'text' },
  scheme: { type: 'text' },
  radius: { type: 'text' },
  font: { type: 'text' },
  supportUrl: { name: 'support_url', type: 'text', nullable: true },
  legalLinks: { name: 'legal_links', type: 'jsonb' },
  // Up to 256 KiB. Not selected by default, because only requests for the logo need it.
  logo: { type: 'bytea', nullable: true, select: false },
  logoType: { name: 'logo_type', type: 'text', nullable: true },
  logoHash: { name: 'logo_hash', type: 'text', nullable: true },
  updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
});
