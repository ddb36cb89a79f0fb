import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '#platform/process/clock';
import { Database, notification, NOTIFY, NOTIFY_EACH, Statement, Table } from '#platform/database';
import type { EndedTenant } from '../model/ended-tenant.js';
import { Tenant } from '../model/tenant.js';
import { TenantClock } from '../model/tenant-clock.js';
import { TenantMapping, TENANTS_TOPIC } from './tenant.mapping.js';

const tenants = new Table(TenantMapping);

type OfParent = { parent: string; now: Date };

const LIVE = `FROM ${tenants.name} WHERE parent_id = :parent AND expires_at > :now`;

const lock = new Statement<object, { parent: string }>(
  'temporary-tenants.lock',
  `SELECT pg_advisory_xact_lock(hashtext('tenancy.tenants'), hashtext(:parent))`,
);

const count = new Statement<{ count: number; sharedLimit: number | null }, OfParent>(
  'temporary-tenants.count',
  `SELECT count(*)::integer AS count, max(shared_limit) AS "sharedLimit" ${LIVE}`,
);

const listLive = new Statement<Tenant, OfParent>(
  'temporary-tenants.list',
  `SELECT ${tenants.selection} ${LIVE} ORDER BY created_at, id`,
);

const end = new Statement<{ id: string }, OfParent & { slug: string }>(
  'temporary-tenants.end',
  `UPDATE ${tenants.name} SET expires_at = :now WHERE parent_id = :parent AND slug = :slug AND expires_at > :now RETURNING id`,
);

const find = new Statement<Tenant, { parent: string; slug: string }>(
  'temporary-tenants.find',
  `SELECT ${tenants.selection} FROM ${tenants.name} WHERE parent_id = :parent AND slug = :slug`,
);

/** A live or ended temporary tenant. */
type Known = Pick<EndedTenant, 'id' | 'slug' | 'name'>;

const KNOWN = `(SELECT id, parent_id, slug, name FROM ${tenants.name} WHERE parent_id IS NOT NULL
  UNION ALL SELECT id, tenant_id, slug, name FROM tenancy.ended_tenants) known`;

const namesOf = new Statement<Known, { ids: string[] }>(
  'temporary-tenants.names',
  `SELECT id, slug, name FROM ${KNOWN} WHERE id = ANY(:ids)`,
);

const idOf = new Statement<{ id: string }, { parent: string; slug: string }>(
  'temporary-tenants.id',
  `SELECT id FROM ${KNOWN} WHERE parent_id = :parent AND slug = :slug LIMIT 1`,
);

/** A temporary tenant whose rows have to be removed. */
export interface EndedRow {
  id: string;
  parentId: string | null;
  parentSlug: string | null;
  expiresAt: Date;
}

const listEnded = new Statement<EndedRow, { before: Date; limit: number }>(
  'temporary-tenants.list-ended',
  `SELECT t.id, t.parent_id AS "parentId", p.slug AS "parentSlug", t.expires_at AS "expiresAt" FROM ${tenants.name} t LEFT JOIN ${tenants.name} p ON p.id = t.parent_id
   WHERE t.expires_at <= :before ORDER BY t.expires_at LIMIT :limit`,
);

/** Temporary tenants, which belong to a parent tenant and end at a set time. */
@Injectable()
export class TemporaryTenants {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Counts the live temporary tenants of a parent, and lets no other transaction add one until this one ends. */
  async lockAndCount(
    tx: EntityManager,
    parent: { id: string },
  ): Promise<{ count: number; sharedLimit: number | null }> {
    await lock.run(tx, { parent: parent.id });
    return (await count.first(tx, { parent: parent.id, now: this.clock.now() }))!;
  }

  async insert(tx: EntityManager, tenant: Tenant, clock: TenantClock): Promise<void> {
    await tx.insert(Tenant, tenant);
    await tx.insert(TenantClock, clock);
  }

  /**
   * Notifies all processes of a change of a tenant that also applies to its temporary tenants. Waits until a temporary
   * tenant that is being created is committed.
   */
  async notifyChanged(tx: EntityManager, { id, slug }: { id: string; slug: string }): Promise<void> {
    await lock.run(tx, { parent: id });
    const temporary = await tx.find(Tenant, { where: { parentId: id }, select: { slug: true } });
    const slugs = [slug, ...temporary.map(child => child.slug)];
    await tx.query(NOTIFY_EACH, [slugs.map(changed => notification(TENANTS_TOPIC, changed)[0])]);
  }

  /** The live temporary tenants of a parent, oldest first. */
  list(parentId: string): Promise<Tenant[]> {
    return listLive.run(this.database, { parent: parentId, now: this.clock.now() });
  }

  /** Ends a live temporary tenant, whose data is removed later. Returns its ID; undefined if there is none. */
  async end(tx: EntityManager, parentId: string, slug: string): Promise<string | undefined> {
    const ended = await end.first(tx, { parent: parentId, slug, now: this.clock.now() });
    if (ended) await tx.query(NOTIFY, notification(TENANTS_TOPIC, slug));
    return ended?.id;
  }

  /** A temporary tenant that is live, or has ended but is not removed yet. */
  find(parentId: string, slug: string): Promise<Tenant | undefined> {
    return find.first(this.database, { parent: parentId, slug });
  }

  /** Temporary tenants of all parents that ended before a time, longest ago first. */
  listEnded(before: Date, limit: number): Promise<EndedRow[]> {
    return listEnded.run(this.database, { before, limit });
  }

  /** Slugs and names by ID, of live and ended temporary tenants. */
  async names(ids: string[]): Promise<Map<string, Known>> {
    if (ids.length === 0) return new Map();
    return new Map((await namesOf.run(this.database, { ids })).map(row => [row.id, row]));
  }

  /** The ID of a live or ended temporary tenant. */
  async idOf(parent: string, slug: string): Promise<string | undefined> {
    return (await idOf.first(this.database, { parent, slug }))?.id;
  }
}
