import { Injectable } from '@nestjs/common';
import type { PathTenant } from '#access';
import { Database, Notifications, NotifiedCache, Statement } from '#platform/database';
import { LABEL } from '#platform/model';

/** The facts of a tenant that requests need. */
export interface CachedTenant extends PathTenant {
  name: string;
  /** Keys of a suspended tenant are rejected. */
  suspended: boolean;
}

const bySlug = new Statement<CachedTenant, { slugs: string[] }>(
  'tenants.by-slug',
  'SELECT id, slug, name, currency, suspended_at IS NOT NULL AS suspended FROM tenancy.tenants WHERE slug = ANY(:slugs)',
);

/** A cache of tenants by slug. */
@Injectable()
export class TenantCache {
  private readonly tenants: NotifiedCache<CachedTenant>;

  constructor(database: Database, notifications: Notifications) {
    this.tenants = new NotifiedCache('tenant', notifications, async slugs => {
      const rows = await bySlug.run(database, { slugs });
      return new Map(rows.map(row => [row.slug, row]));
    });
  }

  async get(slug: string): Promise<CachedTenant | null> {
    return LABEL.test(slug) ? this.tenants.get(slug) : null;
  }
}
