import { type Executor, Statement } from '#platform/database';

const milestones = new Statement<{ request: Date | null; registration: Date | null }, { tenant: string }>(
  'usage.milestones',
  `SELECT least(
     (SELECT min(r.at) FROM usage.requests r WHERE r.tenant_id = :tenant),
     (SELECT min(r.at) FROM usage.requests r WHERE r.temporary_id = :tenant),
     (SELECT min(m.minute) FROM usage.minutes m WHERE m.tenant_id = :tenant),
     (SELECT min(h.hour) FROM usage.hours h WHERE h.tenant_id = :tenant)
   ) AS request,
   (SELECT min(minute) FROM usage.registrations WHERE tenant_id = :tenant) AS registration`,
);

const registered = new Statement<{ registrations: number }, { tenant: string; from: Date; to: Date }>(
  'usage.registrations',
  `SELECT coalesce(sum(registrations), 0)::float8 AS registrations FROM usage.registrations
   WHERE tenant_id = :tenant AND minute >= :from AND minute < :to`,
);

/** Times of a tenant's first request and first registration within the retention time. */
export const findMilestones = async (executor: Executor, tenant: string) =>
  (await milestones.first(executor, { tenant }))!;

/** Number of domains that a tenant registered in a range. */
export const countRegistrations = async (executor: Executor, tenant: string, from: Date, to: Date): Promise<number> =>
  (await registered.first(executor, { tenant, from, to }))!.registrations;
