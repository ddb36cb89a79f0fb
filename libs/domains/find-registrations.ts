import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { readPage } from '#platform/http';
import type { RegistrationEntry, RegistrationsPage, RegistrationsQuery } from './contract.js';
import type { Registration } from './model/registration.js';
import { listRegistrations } from './storage/list-registrations.js';

/** Lists the registered domains of a tenant, newest first. */
@Injectable()
export class FindRegistrations {
  constructor(private readonly database: Database) {}

  async of(tenantId: string, { limit, ...filter }: RegistrationsQuery): Promise<RegistrationsPage> {
    const read = (count: number) => listRegistrations(this.database, tenantId, filter, count);
    const { rows, next } = await readPage(limit, read, ({ domain }) => domain);
    return { domains: rows.map(viewOf), next };
  }
}

const viewOf = ({ domain, tld, orderId, registeredAt, expiresAt }: Registration): RegistrationEntry => ({
  domain,
  tld,
  order_id: orderId,
  registered_at: registeredAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});
