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

const bySlug = new Statement<KnownTenant, { slug: string }>(
  'tenants.by-slug',
  'SELECT id, slug, currency, suspended_at IS NOT NULL AS suspended FROM tenancy.tenants WHERE slug = :slug',
);

/** Tenants by slug, from memory; a change holds in every process at once. */
@Injectable()
export class KnownTenants {
  private readonly tenants: Remembered<KnownTenant>;

  constructor(database: Database, notifications: Notifications) {
    this.tenants = new Remembered('tenant', notifications, async slug => {
      const rows = await bySlug.run(database, { slug });
      return rows[0] ?? null;
    });
  }

  get(slug: string): Soon<KnownTenant | null> {
    return SLUG.test(slug) ? this.tenants.get(slug) : null;
  }
}
