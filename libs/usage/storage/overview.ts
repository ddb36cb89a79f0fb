import type { PathTenant } from '#identity/access';
import { type Executor, Statement } from '#platform/database';
import { DomainRegistered } from '#domains/events';

type Tenant = Pick<PathTenant, 'id' | 'parentId'>;

/** `tenant` is the ID of any tenant, also of a world. `world` is the same ID, or null for a permanent tenant. */
type Values = { tenant: string; world: string | null };

/**
 * Registrations of a world. `usage.registrations` has rows for permanent tenants only; registrations in a world count for
 * its parent.
 */
const EVENTS_OF_WORLD = `platform.events WHERE tenant_id = :world AND type = '${DomainRegistered.type}'`;

const milestones = new Statement<{ request: Date | null; registration: Date | null }, Values>(
  'usage.milestones',
  `SELECT least(
     (SELECT min(r.at) FROM usage.requests r WHERE r.tenant_id = :tenant),
     (SELECT min(r.at) FROM usage.requests r WHERE r.temporary_id = :tenant),
     (SELECT min(m.minute) FROM usage.minutes m WHERE m.tenant_id = :tenant),
     (SELECT min(h.hour) FROM usage.hours h WHERE h.tenant_id = :tenant)
   ) AS request,
   least(
     (SELECT min(minute) FROM usage.registrations WHERE tenant_id = :tenant),
     (SELECT min(recorded_at) FROM ${EVENTS_OF_WORLD})
   ) AS registration`,
);

const registered = new Statement<{ registrations: number }, Values & { from: Date; to: Date }>(
  'usage.registrations',
  `SELECT coalesce(sum(registrations), 0)::float8
     + (SELECT count(*)::float8 FROM ${EVENTS_OF_WORLD} AND recorded_at >= :from AND recorded_at < :to) AS registrations
   FROM usage.registrations WHERE tenant_id = :tenant AND minute >= :from AND minute < :to`,
);

/** Times of a tenant's first request and first registration within the retention time. */
export const findMilestones = async (executor: Executor, tenant: Tenant) =>
  (await milestones.first(executor, valuesOf(tenant)))!;

/** Number of domains that a tenant registered in a range. */
export const countRegistrations = async (executor: Executor, tenant: Tenant, from: Date, to: Date): Promise<number> =>
  (await registered.first(executor, { ...valuesOf(tenant), from, to }))!.registrations;

const valuesOf = ({ id, parentId }: Tenant): Values => ({ tenant: id, world: parentId === null ? null : id });
