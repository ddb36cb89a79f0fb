import { Inject, Injectable } from '@nestjs/common';
import type { Caller, PathTenant } from '#identity/access';
import { type BusinessTime, businessTime } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import type { Executor } from '#platform/database';
import { readPage } from '#platform/http';
import {
  cursorOf,
  DomainName,
  isHeld,
  type PageSpec,
  type Registration,
  RegistrationNotFound,
  Registrations,
  renewalTerms,
} from '#domains';
import {
  type ListRegistrationsQuery,
  type RegistrationDetails,
  registrationDetails,
  type RegistrationList,
  type PortalRegistrationsPage,
  type PortalRegistrationsQuery,
  type Owner,
  renewalOption,
} from '#domains/contract';
import { type Order, OrderRepository } from '#orders';
import { amountOf } from '#orders/contract';
import { TenantClocks } from '#tenancy';
import type { AuthCode, RegistrationResult, RegistrationView, RegistrationWithContact } from '../contract.js';
import { DomainLocked } from '../model/errors.js';
import { isRefundable } from './refund.js';
import { authCodeOf } from './auth-code.js';

/** A registration, or a domain that is reserved until the registry decides its order. */
export interface HeldDomain extends Omit<RegistrationDetails, 'status' | 'expires_at'> {
  status: RegistrationDetails['status'] | 'pending';
  /** Null until the registry decides; `registered_at` is then the time of the order. */
  expires_at: string | null;
}

/** Filters of `held`; a domain must match all of them. */
interface HeldFilter {
  domain?: string;
  contains?: string;
  orders?: string[];
}

/** Finds registrations of a tenant for the API, the portal, storefronts and facades. */
@Injectable()
export class FindRegistrations {
  constructor(
    private readonly registrations: Registrations,
    private readonly orders: OrderRepository,
    private readonly clocks: TenantClocks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws InvalidDomain · UnsupportedTld · RegistrationNotFound */
  async result(caller: Caller, domain: string): Promise<RegistrationResult> {
    const { name } = DomainName.parse(domain);
    caller.domain = name;
    const details = await this.details(caller.tenant.id, name, this.clocks.now(caller.tenant));
    return { ...details, meta: { source: this.settings.source } };
  }

  /** A page for the API, newest first. */
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

  /** A page for the portal, newest first. */
  async page(tenant: PathTenant, { limit, ...filter }: PortalRegistrationsQuery): Promise<PortalRegistrationsPage> {
    const now = this.clocks.now(tenant);
    const read = (count: number) => this.registrations.list(tenant.id, filter, count);
    const { rows, next } = await readPage(limit, read, cursorOf);
    return { domains: rows.map(row => registrationDetails(row, now)), next };
  }

  /** A page of the domains that the tenant holds or has reserved, the total number of matches, and the next cursor. */
  async held(
    tenant: PathTenant,
    filter: HeldFilter,
    spec: PageSpec,
  ): Promise<{ rows: HeldDomain[]; total: number; next: string | null }> {
    const now = this.clocks.now(tenant);
    const { rows, ...page } = await this.registrations.page(tenant.id, filter, spec);
    const view = async (row: Registration): Promise<HeldDomain> =>
      isHeld(row) ? registrationDetails(row, now) : this.reserved(row, now);
    return { rows: await Promise.all(rows.map(view)), ...page };
  }

  private async reserved(row: Registration, now: BusinessTime): Promise<HeldDomain> {
    const { createdAt } = await this.orders.get(row.tenantId, row.orderId!);
    const details = registrationDetails({ ...row, registeredAt: createdAt, expiresAt: createdAt }, now);
    return { ...details, status: 'pending', expires_at: null };
  }

  /** The registrations that these orders created, newest first. */
  async ofOrders(tenant: PathTenant, orders: { order: string; domain: string }[]): Promise<RegistrationDetails[]> {
    const now = this.clocks.now(tenant);
    const rows = await this.registrations.ofOrders(tenant.id, orders);
    return rows.map(row => registrationDetails(row, now));
  }

  /**
   * Returns a registration with the terms of its renewal and deletion.
   * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound
   */
  async view(tenant: PathTenant, domain: string): Promise<RegistrationView> {
    const now = this.clocks.now(tenant);
    const registration = await this.find(tenant.id, DomainName.parse(domain).name);
    const renewals = renewalTerms(registration, tenant.currency, now, tenant.registry.price_percent).map(renewalOption);
    const order = await this.orderOf(registration);
    const isRefunded = order && isRefundable(order, registration.registeredAt, now);
    const deletion_refund = isRefunded ? amountOf(order) : null;
    return { ...(await this.viewOf(registration, now)), renewals, deletion_refund };
  }

  /** @throws InvalidDomain · UnsupportedTld · RegistrationNotFound · DomainLocked */
  async authCode(caller: Caller, domain: string): Promise<AuthCode> {
    const { name } = DomainName.parse(domain);
    caller.domain = name;
    const registration = await this.find(caller.tenant.id, name);
    if (registration.locked) throw new DomainLocked();
    return { domain: registration.domain, auth_code: authCodeOf(registration) };
  }

  /**
   * A registration with its contact.
   * @throws RegistrationNotFound
   */
  async details(
    tenantId: string,
    name: string,
    now: BusinessTime,
    executor?: Executor,
  ): Promise<RegistrationWithContact> {
    return this.viewOf(await this.find(tenantId, name, executor), now, executor);
  }

  private async find(tenantId: string, name: string, executor?: Executor): Promise<Registration> {
    const registration = await this.registrations.find(tenantId, name, executor);
    if (!registration) throw new RegistrationNotFound();
    return registration;
  }

  async viewOf(registration: Registration, now: BusinessTime, executor?: Executor): Promise<RegistrationWithContact> {
    const changed = registration.contact as Owner | null;
    const contact = changed ?? (await this.orderOf(registration, executor))?.owner ?? null;
    return { ...registrationDetails(registration, now), contact };
  }

  private async orderOf({ tenantId, orderId }: Registration, executor?: Executor): Promise<Order | undefined> {
    return orderId === null ? undefined : this.orders.find(tenantId, orderId, executor);
  }
}
