import { Injectable } from '@nestjs/common';
import { readPage } from '#platform/http';
import type { RegistrationEntry, RegistrationsPage, RegistrationsQuery } from './contract.js';
import type { Registration } from './model/registration.js';
import { Registrations } from './storage/registrations.js';

/** Lists the registered domains of a tenant, newest first. */
@Injectable()
export class FindRegistrations {
  constructor(private readonly registrations: Registrations) {}

  async list(tenantId: string, { limit, ...filter }: RegistrationsQuery): Promise<RegistrationsPage> {
    const read = (count: number) => this.registrations.list(tenantId, filter, count);
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
