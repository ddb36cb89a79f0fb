import { Injectable } from '@nestjs/common';
import type { PathTenant } from '#identity/access';
import { readPage } from '#platform/http';
import { TenantClocks } from '#tenancy';
import {
  type RegistrationDetails,
  registrationDetails,
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

/** Finds the registrations of a tenant for the portal and the storefront. */
@Injectable()
export class FindRegistrations {
  constructor(
    private readonly registrations: Registrations,
    private readonly clocks: TenantClocks,
  ) {}

  /** Lists registrations, newest first. */
  async list(tenant: PathTenant, { limit, ...filter }: RegistrationsQuery): Promise<RegistrationsPage> {
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
  async get(tenant: PathTenant, domain: string): Promise<RegistrationView> {
    const now = this.clocks.now(tenant);
    const registration = await this.registrations.find(tenant.id, DomainName.parse(domain).name);
    if (!registration) throw new RegistrationNotFound();
    const renewals = renewalTerms(registration, tenant.currency, now).map(renewalOption);
    return { ...registrationDetails(registration, now), renewals };
  }
}
