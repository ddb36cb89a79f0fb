import { Inject, Injectable } from '@nestjs/common';
import type { Caller, PathTenant } from '#identity/access';
import { businessTime } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { readPage } from '#platform/http';
import { TenantClocks } from '#tenancy';
import {
  type ListRegistrationsQuery,
  type RegistrationDetails,
  registrationDetails,
  type RegistrationList,
  type RegistrationResult,
  type RegistrationsPage,
  type RegistrationsQuery,
  type RegistrationView,
  renewalOption,
} from './contract.js';
import { DomainName } from './model/domain-name.js';
import { RegistrationNotFound } from './model/errors.js';
import { cursorOf } from './model/registration.js';
import { renewalTerms } from './model/renewal-term.js';
import { Registrations } from './storage/registrations.js';

/** Finds the registrations of a tenant: `result` and `list` for the API, the others for the portal and the storefront. */
@Injectable()
export class FindRegistrations {
  constructor(
    private readonly registrations: Registrations,
    private readonly clocks: TenantClocks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws InvalidDomain · UnsupportedTld · RegistrationNotFound */
  async result(caller: Caller, domain: string): Promise<RegistrationResult> {
    const { name } = DomainName.parse(domain);
    caller.domain = name;
    const registration = await this.registrations.find(caller.tenant.id, name);
    if (!registration) throw new RegistrationNotFound();
    return {
      ...registrationDetails(registration, this.clocks.now(caller.tenant)),
      meta: { source: this.settings.source },
    };
  }

  /** Newest first. */
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

  /** Newest first. */
  async page(tenant: PathTenant, { limit, ...filter }: RegistrationsQuery): Promise<RegistrationsPage> {
    const now = this.clocks.now(tenant);
    const read = (count: number) => this.registrations.list(tenant.id, filter, count);
    const { rows, next } = await readPage(limit, read, cursorOf);
    return { domains: rows.map(row => registrationDetails(row, now)), next };
  }

  /** The registrations that these orders made, newest first. */
  async ofOrders(tenant: PathTenant, orders: { order: string; domain: string }[]): Promise<RegistrationDetails[]> {
    const now = this.clocks.now(tenant);
    const rows = await this.registrations.ofOrders(tenant.id, orders);
    return rows.map(row => registrationDetails(row, now));
  }

  /**
   * Returns a registration with the terms of its renewal.
   * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound
   */
  async view(tenant: PathTenant, domain: string): Promise<RegistrationView> {
    const now = this.clocks.now(tenant);
    const registration = await this.registrations.find(tenant.id, DomainName.parse(domain).name);
    if (!registration) throw new RegistrationNotFound();
    const renewals = renewalTerms(registration, tenant.currency, now).map(renewalOption);
    return { ...registrationDetails(registration, now), renewals };
  }
}
