import { Statement } from '#platform/database';
import type { EndedTenant } from '../model/ended-tenant.js';

/** Maximum number of ended tenants in a list. */
const MAX_LISTED = 200;

/**
 * Stores the story of a temporary tenant that has ended and whose rows are about to be removed. If several workers archive a
 * tenant, the first row stays, because it was written before any data was removed.
 */
export const archiveEnded = new Statement<never, { id: string; story: object }>(
  'ended-tenants.archive',
  `INSERT INTO tenancy.ended_tenants (tenant_id, slug, id, name, created_at, ended_at, story)
   SELECT parent_id, slug, id, name, created_at, expires_at, :story FROM tenancy.tenants
   WHERE id = :id AND parent_id IS NOT NULL ON CONFLICT (tenant_id, slug) DO NOTHING`,
);

type Listed = Pick<EndedTenant, 'slug' | 'name' | 'endedAt'>;

/** The newest ended tenants of a parent, newest first. */
export const listEnded = new Statement<Listed, { parent: string }>(
  'ended-tenants.list',
  `SELECT slug, name, ended_at AS "endedAt" FROM tenancy.ended_tenants WHERE tenant_id = :parent
   ORDER BY ended_at DESC, slug LIMIT ${MAX_LISTED}`,
);

export const findEnded = new Statement<EndedTenant, { parent: string; slug: string }>(
  'ended-tenants.get',
  `SELECT tenant_id AS "tenantId", slug, id, name, created_at AS "createdAt", ended_at AS "endedAt", story
   FROM tenancy.ended_tenants WHERE tenant_id = :parent AND slug = :slug`,
);
