import { Injectable } from '@nestjs/common';
import type { PathTenant } from '#access';
import { Database, Notifications, NotifiedCache, Statement } from '#platform/database';
import { LABEL } from '#platform/model';
import { settingOf, type TenantClock } from './model/tenant-clock.js';

/** The facts of a tenant that requests need. */
export interface CachedTenant extends PathTenant {
  name: string;
  /** Keys of a suspended tenant are rejected. */
  suspended: boolean;
}

type Row = Omit<CachedTenant, 'clock'> & Pick<TenantClock, 'mode' | 'frozenAt' | 'offsetMs'>;

const bySlug = new Statement<Row, { slugs: string[] }>(
  'tenants.by-slug',
  `SELECT t.id, t.slug, t.name, t.currency, t.suspended_at IS NOT NULL AS suspended,
     coalesce(c.mode, 'real') AS mode, c.frozen_at AS "frozenAt", c.offset_ms AS "offsetMs"
   FROM tenancy.tenants t LEFT JOIN tenancy.clocks c ON c.tenant_id = t.id WHERE t.slug = ANY(:slugs)`,
);

/** A cache of tenants by slug. */
@Injectable()
export class TenantCache {
  private readonly tenants: NotifiedCache<CachedTenant>;

  constructor(database: Database, notifications: Notifications) {
    this.tenants = new NotifiedCache('tenant', notifications, async slugs => {
      const rows = await bySlug.run(database, { slugs });
      return new Map(rows.map(row => [row.slug, tenantOf(row)]));
    });
  }

  async get(slug: string): Promise<CachedTenant | null> {
    return LABEL.test(slug) ? this.tenants.get(slug) : null;
  }

  /** Whether the clock of a tenant has the real time, and no process has announced a change. */
  isKnownReal(slug: string): boolean {
    return this.tenants.peek(slug)?.clock.mode === 'real';
  }
}

const tenantOf = ({ mode, frozenAt, offsetMs, ...tenant }: Row): CachedTenant => ({
  ...tenant,
  clock: settingOf({ mode, frozenAt, offsetMs }),
});
