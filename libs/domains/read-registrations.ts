import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '#identity/access';
import { businessTime } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { readPage } from '#platform/http';
import { TenantClocks } from '#tenancy';
import {
  type ListRegistrationsQuery,
  registrationDetails,
  type RegistrationList,
  type RegistrationResult,
} from './contract.js';
import { DomainName } from './model/domain-name.js';
import { RegistrationNotFound } from './model/errors.js';
import { cursorOf } from './model/registration.js';
import { Registrations } from './storage/registrations.js';

/** Returns the registrations of the caller's tenant, one by its domain or all of them, newest first. */
@Injectable()
export class ReadRegistrations {
  constructor(
    private readonly registrations: Registrations,
    private readonly clocks: TenantClocks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws InvalidDomain · UnsupportedTld · RegistrationNotFound */
  async get(caller: Caller, domain: string): Promise<RegistrationResult> {
    const { name } = DomainName.parse(domain);
    caller.domain = name;
    const registration = await this.registrations.find(caller.tenant.id, name);
    if (!registration) throw new RegistrationNotFound();
    return {
      ...registrationDetails(registration, this.clocks.now(caller.tenant)),
      meta: { source: this.settings.source },
    };
  }

  async list({ tenant }: Caller, query: ListRegistrationsQuery): Promise<RegistrationList> {
    const { limit, after: before, domain } = query;
    const now = this.clocks.now(tenant);
    const status = query.status && { is: query.status, at: now };
    const expiresBefore = query.expires_before === undefined ? undefined : businessTime(query.expires_before);
    const filter = { before, domain, status, expiresBefore };
    const read = (count: number) => this.registrations.list(tenant.id, filter, count);
    const { rows, next } = await readPage(limit, read, cursorOf);
    const registrations = rows.map(row => registrationDetails(row, now));
    return { registrations, next, meta: { source: this.settings.source } };
  }
}
