import { Injectable } from '@nestjs/common';
import { readPage } from '#platform/http';
import { registrationEntry, type RegistrationsPage, type RegistrationsQuery } from './contract.js';
import { cursorOf } from './model/registration.js';
import { Registrations } from './storage/registrations.js';

/** Lists the registered domains of a tenant, newest first. */
@Injectable()
export class FindRegistrations {
  constructor(private readonly registrations: Registrations) {}

  async list(tenantId: string, { limit, ...filter }: RegistrationsQuery): Promise<RegistrationsPage> {
    const read = (count: number) => this.registrations.list(tenantId, filter, count);
    const { rows, next } = await readPage(limit, read, cursorOf);
    return { domains: rows.map(registrationEntry), next };
  }
}
