import { type Executor, Statement } from '#platform/database';

const firstRequest = new Statement<{ at: Date | null }, { tenant: string }>(
  'usage.first-request',
  `SELECT least(
     (SELECT min(r.at) FROM usage.requests r WHERE r.tenant_id = :tenant),
     (SELECT min(m.minute) FROM usage.minutes m WHERE m.tenant_id = :tenant),
     (SELECT min(h.hour) FROM usage.hours h WHERE h.tenant_id = :tenant)
   ) AS at`,
);

const firstRegistration = new Statement<{ at: Date | null }, { tenant: string }>(
  'usage.first-registration',
  'SELECT min(minute) AS at FROM usage.registrations WHERE tenant_id = :tenant',
);

const registered = new Statement<{ registrations: number }, { tenant: string; from: Date; to: Date }>(
  'usage.registrations',
  `SELECT coalesce(sum(registrations), 0)::float8 AS registrations FROM usage.registrations
   WHERE tenant_id = :tenant AND minute >= :from AND minute < :to`,
);

/** Time of a tenant's first request within the retention time. */
export const firstRequestAt = async (executor: Executor, tenant: string): Promise<Date | null> =>
  (await firstRequest.first(executor, { tenant }))?.at ?? null;

/** Time of a tenant's first registration within the retention time. */
export const firstRegistrationAt = async (executor: Executor, tenant: string): Promise<Date | null> =>
  (await firstRegistration.first(executor, { tenant }))?.at ?? null;

/** Number of domains that a tenant registered in a range. */
export const countRegistrations = async (executor: Executor, tenant: string, from: Date, to: Date): Promise<number> =>
  (await registered.first(executor, { tenant, from, to }))?.registrations ?? 0;
