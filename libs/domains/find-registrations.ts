import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import type { RegistrationEntry, RegistrationsPage, RegistrationsQuery } from './contract.js';
import type { Registration } from './model/registration.js';
import { listRegistrations } from './storage/list-registrations.js';

/** Lists the registered domains of a tenant, newest first. */
@Injectable()
export class FindRegistrations {
  constructor(private readonly database: Database) {}

  async of(tenantId: string, { limit, ...filter }: RegistrationsQuery): Promise<RegistrationsPage> {
    const registrations = await listRegistrations(this.database, tenantId, filter, limit + 1);
    const page = registrations.slice(0, limit);
    const next = registrations.length > limit ? (page.at(-1)?.domain ?? null) : null;
    return { domains: page.map(viewOf), next };
  }
}

const viewOf = ({ domain, tld, orderId, registeredAt, expiresAt }: Registration): RegistrationEntry => ({
  domain,
  tld,
  order_id: orderId,
  registered_at: registeredAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});
