import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Statement } from '#platform/database';
import { OnEvent } from '#platform/events';
import type { Event } from '#platform/contract';
import { permanentTenantOf } from '#tenancy/sql';
import { DomainRegistered } from '#domains/events';

/** Rows are sorted, which prevents deadlocks between processes. */
const count = new Statement<never, { tenants: string[]; ats: Date[] }>(
  'usage.count-registrations',
  `INSERT INTO usage.registrations AS known (tenant_id, minute, registrations)
   SELECT tenant, date_trunc('minute', at, 'UTC') AS minute, count(*)
   FROM (
     SELECT ${permanentTenantOf('tenant_id')} AS tenant, at FROM unnest(:tenants::text[], :ats::timestamptz[]) AS e (tenant_id, at)
   ) registered
   GROUP BY tenant, minute ORDER BY tenant, minute
   ON CONFLICT (tenant_id, minute) DO UPDATE SET registrations = known.registrations + excluded.registrations`,
);

/** Counts registrations of the sandbox per minute. */
@Injectable()
export class CountRegistrations {
  @OnEvent([DomainRegistered], { consumer: 'usage.count-registrations' })
  async execute(events: Event[], tx: EntityManager): Promise<void> {
    const registered = events.filter(({ environment }) => environment === 'sandbox');
    const tenants = registered.map(({ tenantId }) => tenantId);
    const ats = registered.map(({ recordedAt }) => recordedAt);
    await count.run(tx, { tenants, ats });
  }
}
