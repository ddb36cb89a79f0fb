import { type Executor, Statement } from '#platform/database';

const first = new Statement<{ at: Date | null }, { tenant: string }>(
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

/** When a tenant called first, as far back as anything is kept. */
export async function firstRequestAt(executor: Executor, tenant: string): Promise<Date | null> {
  const [row] = await first.run(executor, { tenant });
  return row?.at ?? null;
}

/** When a tenant registered its first name, as far back as that is kept. */
export async function firstRegistrationAt(executor: Executor, tenant: string): Promise<Date | null> {
  const [row] = await firstRegistration.run(executor, { tenant });
  return row?.at ?? null;
}

/** How many names a tenant registered. */
export async function registrationsIn(executor: Executor, tenant: string, from: Date, to: Date): Promise<number> {
  const [row] = await registered.run(executor, { tenant, from, to });
  return row?.registrations ?? 0;
}
