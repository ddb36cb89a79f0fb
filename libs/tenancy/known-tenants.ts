import { Injectable } from '@nestjs/common';
import { Database, Notifications, Remembered, SLUG, type Soon, Statement } from '#platform';

/** What a request needs to know of its tenant. */
export interface KnownTenant {
  id: string;
  slug: string;
  currency: string;
  /** Its keys open nothing. */
  suspended: boolean;
}

const bySlug = new Statement<KnownTenant, { slugs: string[] }>(
  'tenants.by-slug',
  'SELECT id, slug, currency, suspended_at IS NOT NULL AS suspended FROM tenancy.tenants WHERE slug = ANY(:slugs)',
);

/** Tenants by slug, from memory; a change holds in every process at once. */
@Injectable()
export class KnownTenants {
  private readonly tenants: Remembered<KnownTenant>;

  constructor(database: Database, notifications: Notifications) {
    this.tenants = new Remembered('tenant', notifications, async slugs => {
      const rows = await bySlug.run(database, { slugs });
      return new Map(rows.map(row => [row.slug, row]));
    });
  }

  get(slug: string): Soon<KnownTenant | null> {
    return SLUG.test(slug) ? this.tenants.get(slug) : null;
  }
}
