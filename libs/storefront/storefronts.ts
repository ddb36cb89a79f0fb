import { Inject, Injectable } from '@nestjs/common';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, Notifications, NotifiedCache, Statement, Table } from '#platform/database';
import type { CachedTenant } from '#tenancy';
import { type Stylesheet, stylesheetOf } from './brand/stylesheet.js';
import { type Brand, DEFAULT_BRAND } from './model/brand.js';
import type { Access, Logo, StorefrontSettings } from './model/storefront-settings.js';
import { StorefrontMapping, TOPIC } from './storage/storefront.mapping.js';

/** What the pages of a tenant's storefront need. */
export interface Storefront {
  tenantId: string;
  access: Access;
  /** The access code that visitors enter; never null if `access` is `code`. */
  code: string | null;
  name: string;
  brand: Brand;
  /** The generated stylesheet of the brand, for `/brand.<hash>.css`. */
  css: Stylesheet;
  /** Null if there is no logo; the hash is for `/logo.<hash>`. */
  logo: { type: string; hash: string } | null;
}

type Row = Omit<StorefrontSettings, 'logo' | 'updatedAt'>;
type Stored = Pick<Storefront, 'brand' | 'css' | 'logo'> & Pick<Row, 'access' | 'code' | 'name'>;

const { name: TABLE, selection } = new Table(StorefrontMapping, { omit: ['logo', 'updatedAt'] });

const byTenant = new Statement<Row, { tenants: string[] }>(
  'storefront.by-tenant',
  `SELECT ${selection} FROM ${TABLE} WHERE tenant_id = ANY(:tenants)`,
);

const logoOf = new Statement<Logo, { tenant: string }>(
  'storefront.logo',
  `SELECT logo AS body, logo_type AS type, logo_hash AS hash FROM ${TABLE} WHERE tenant_id = :tenant AND logo IS NOT NULL`,
);

/** The storefronts of all tenants, as visitors see them. */
@Injectable()
export class Storefronts {
  private readonly stored: NotifiedCache<Stored>;
  private readonly defaults: Stored = {
    access: null,
    code: null,
    name: null,
    brand: DEFAULT_BRAND,
    css: stylesheetOf(DEFAULT_BRAND),
    logo: null,
  };

  constructor(
    private readonly database: Database,
    notifications: Notifications,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.stored = new NotifiedCache(TOPIC, notifications, async tenants => {
      const rows = await byTenant.run(database, { tenants });
      return new Map(rows.map(row => [row.tenantId, storedIn(row)]));
    });
  }

  async get(tenant: Pick<CachedTenant, 'id' | 'slug' | 'name'>): Promise<Storefront> {
    const { access, name, ...stored } = (await this.stored.get(tenant.id)) ?? this.defaults;
    return {
      ...stored,
      tenantId: tenant.id,
      access: access ?? this.defaultAccess(tenant.slug),
      name: name ?? tenant.name,
    };
  }

  /** The logo, or null if there is none. It is not cached, because browsers keep it. */
  async logo(tenantId: string): Promise<Logo | null> {
    return (await logoOf.first(this.database, { tenant: tenantId })) ?? null;
  }

  /** Access of a tenant that has not chosen one. Public for the default tenant on a developer's machine (embedded PostgreSQL). */
  defaultAccess(slug: string): Access {
    const { isEmbedded, defaultTenant } = this.settings;
    return isEmbedded && slug === defaultTenant ? 'public' : 'off';
  }
}

function storedIn(row: Row): Stored {
  const { access, code, name, accent, scheme, radius, font, supportUrl, legalLinks, logoType, logoHash } = row;
  const brand = { accent, scheme, radius, font, supportUrl, legalLinks };
  const logo = logoType !== null && logoHash !== null ? { type: logoType, hash: logoHash } : null;
  return { access, code, name, brand, css: stylesheetOf(brand), logo };
}
