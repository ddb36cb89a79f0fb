import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { OnEvent, Statement } from '#platform';
import type { Event } from '#platform/contract';
import { DomainRegistered, type RegistrationFacts } from '#domains/contract';

const count = new Statement<never, { tenant: string; at: string }>(
  'usage.count-registration',
  `INSERT INTO usage.registrations AS known (tenant_id, minute, registrations)
   VALUES (:tenant, date_trunc('minute', :at::timestamptz, 'UTC'), 1)
   ON CONFLICT (tenant_id, minute) DO UPDATE SET registrations = known.registrations + 1`,
);

/** Hears of each registration and counts it by the minute. */
@Injectable()
export class CountRegistrations {
  @OnEvent(DomainRegistered, { consumer: 'usage.count-registrations' })
  async execute(event: Event<RegistrationFacts>, tx: PoolClient): Promise<void> {
    await count.run(tx, { tenant: event.tenantId, at: event.payload.registered_at });
  }
}
