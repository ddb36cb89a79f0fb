import { Injectable } from '@nestjs/common';
import { DEFAULT_REGISTRY, type Facade, FACADES, type PathTenant } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { Database, Notifications, NotifiedCache, Statement } from '#platform/database';
import { LABEL } from '#platform/model';
import { settingOf, type TenantClock } from './model/tenant-clock.js';
import { TENANTS_TOPIC } from './storage/tenant.mapping.js';

/** The properties of a tenant that every request needs. */
export interface CachedTenant extends PathTenant {
  name: string;
  /** Keys of a suspended tenant are rejected. */
  suspended: boolean;
  /** When a temporary tenant ends. */
  expiresAt: Date | null;
  /** Whether orders may be dated by real time without locking the clock. */
  mayUseRealTime: boolean;
  /** The enabled facades: APIs in the formats of other registrars. */
  facades: readonly Facade[];
  /** The limit that a tenant shares with its temporary tenants; null if the tenant has no temporary tenants. */
  sharedLimit: SharedLimit | null;
}

export interface SharedLimit {
  permanentTenantId: string;
  /** Requests per minute. */
  limit: number;
}

type Row = Omit<CachedTenant, 'clock' | 'registry' | 'facades'> &
  Pick<TenantClock, 'mode' | 'frozenAt' | 'offsetMs' | 'registry'> & { facades: Facade[] | null };

const bySlug = new Statement<Row, { slugs: string[] }>(
  'tenants.by-slug',
  `SELECT t.id, t.slug, t.name, t.currency, (t.suspended_at IS NOT NULL OR p.suspended_at IS NOT NULL) AS suspended,
     (t.control_disabled OR p.control_disabled IS TRUE) AS "controlDisabled",
     CASE WHEN p.id IS NULL THEN t.facades ELSE p.facades END AS facades,
     t.parent_id AS "parentId", t.expires_at AS "expiresAt", (
       SELECT json_build_object('permanentTenantId', coalesce(t.parent_id, t.id), 'limit', shared.limit) FROM (
         SELECT max(shared_limit) AS limit FROM tenancy.tenants WHERE parent_id = coalesce(t.parent_id, t.id)
       ) shared WHERE shared.limit IS NOT NULL
     ) AS "sharedLimit",
     (c.mode IS NULL OR c.mode = 'real' AND c.locked_since IS NULL) AS "mayUseRealTime",
     coalesce(c.mode, 'real') AS mode, c.frozen_at AS "frozenAt", c.offset_ms AS "offsetMs", c.registry
   FROM tenancy.tenants t LEFT JOIN tenancy.clocks c ON c.tenant_id = t.id
     LEFT JOIN tenancy.tenants p ON p.id = t.parent_id WHERE t.slug = ANY(:slugs)`,
);

const slugById = new Statement<{ id: string; slug: string }, { ids: string[] }>(
  'tenants.slug-by-id',
  'SELECT id, slug FROM tenancy.tenants WHERE id = ANY(:ids)',
);

@Injectable()
export class TenantCache {
  private readonly tenants: NotifiedCache<CachedTenant>;
  private readonly slugs: NotifiedCache<{ slug: string }>;

  constructor(
    database: Database,
    notifications: Notifications,
    private readonly clock: Clock,
  ) {
    this.tenants = new NotifiedCache(TENANTS_TOPIC, notifications, async slugs => {
      const rows = await bySlug.run(database, { slugs });
      return new Map(rows.map(row => [row.slug, tenantOf(row)]));
    });
    // Slugs never change, so nothing is notified on this topic.
    this.slugs = new NotifiedCache('tenant-slug', notifications, async ids => {
      const rows = await slugById.run(database, { ids });
      return new Map(rows.map(({ id, slug }) => [id, { slug }]));
    });
  }

  /** Returns null for a temporary tenant that has ended. */
  async get(slug: string): Promise<CachedTenant | null> {
    if (!LABEL.test(slug)) return null;
    const tenant = await this.tenants.get(slug);
    return tenant?.expiresAt && tenant.expiresAt.getTime() <= this.clock.millis() ? null : tenant;
  }

  /** The tenant with an ID, for example that of an API key; null if the tenant has ended, or for no ID. */
  async getById(id: string | undefined): Promise<CachedTenant | null> {
    const found = id === undefined ? null : await this.slugs.get(id);
    return found && this.get(found.slug);
  }

  /** Whether orders may be dated by real time without locking the clock; false if the tenant is not cached. */
  mayUseRealTime(slug: string): boolean {
    return this.tenants.peek(slug)?.mayUseRealTime === true;
  }
}

const tenantOf = ({ mode, frozenAt, offsetMs, registry, facades, ...tenant }: Row): CachedTenant => ({
  ...tenant,
  facades: facades ?? FACADES,
  registry: { ...DEFAULT_REGISTRY, ...registry },
  clock: settingOf({ mode, frozenAt, offsetMs }),
});
