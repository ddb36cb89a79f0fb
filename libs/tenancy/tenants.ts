import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { FACADES, TenantNotFound } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, notification, Notifications, NOTIFY, violates } from '#platform/database';
import type { TenantDetails, TenantView } from './contract.js';
import { parseOwnHost } from './hosts/own-host-names.js';
import { TenantExists } from './model/errors.js';
import { OwnHost } from './model/own-host.js';
import { Tenant, type TenantTerms } from './model/tenant.js';
import { TenantClock } from './model/tenant-clock.js';
import { HOSTS_TOPIC } from './storage/host.mapping.js';
import { TemporaryTenants } from './storage/temporary-tenants.js';
import { TENANTS_TOPIC } from './storage/tenant.mapping.js';

export interface NewTenant {
  slug: string;
  name?: string;
  currency?: string;
  /** Verified without a check, because only operators create tenants. */
  host?: string;
}

@Injectable()
export class Tenants {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly notifications: Notifications,
    private readonly temporary: TemporaryTenants,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Permanent tenants, sorted by slug. */
  list(): Promise<Tenant[]> {
    return this.database.manager.find(Tenant, { where: { parentId: IsNull() }, order: { slug: 'ASC' } });
  }

  /** @throws TenantNotFound */
  async getBySlug(slug: string): Promise<Tenant> {
    const tenant = await this.database.manager.findOneBy(Tenant, { slug });
    if (!tenant) throw new TenantNotFound(slug);
    return tenant;
  }

  /**
   * Returns permanent tenants without duplicates.
   * @throws TenantNotFound also for temporary tenants
   */
  async getPermanent(slugs: string[]): Promise<Tenant[]> {
    const tenants = await Promise.all([...new Set(slugs)].map(slug => this.getBySlug(slug)));
    const temporary = tenants.find(({ parentId }) => parentId !== null);
    if (temporary) throw new TenantNotFound(temporary.slug);
    return tenants;
  }

  /** The tenant that a temporary tenant belongs to; null for a permanent tenant. */
  async parentOf({ parentId }: Pick<Tenant, 'parentId'>): Promise<Tenant | null> {
    return parentId === null ? null : this.database.manager.findOneBy(Tenant, { id: parentId });
  }

  /** Permanent tenants with their first verified hosts, sorted by slug. */
  async listViews(): Promise<{ id: string; view: TenantView }[]> {
    const tenants = await this.list();
    const hosts = await this.firstHosts();
    return tenants.map(tenant => ({ id: tenant.id, view: viewOf(tenant, hosts) }));
  }

  async view(tenant: Tenant): Promise<TenantView> {
    return viewOf(tenant, await this.firstHosts(tenant.id));
  }

  /** @throws TenantNotFound */
  async details(slug: string): Promise<TenantDetails> {
    const tenant = await this.getBySlug(slug);
    const parent = await this.parentOf(tenant);
    const view = await this.view(tenant);
    return {
      ...view,
      suspended: view.suspended || parent?.suspendedAt != null,
      control: view.control && parent?.controlDisabled !== true,
      facades: parent ? [...(parent.facades ?? FACADES)] : view.facades,
      parent: parent && { slug: parent.slug, name: parent.name },
      expires_at: tenant.expiresAt?.toISOString() ?? null,
    };
  }

  /**
   * Creates a tenant without any orders or registered domains. Waits up to a second until all processes have confirmed it,
   * because they remember which slugs are unknown.
   * @throws InvalidSlug · InvalidHost · TenantExists
   */
  async create({ slug, name = slug, currency = 'USD', host }: NewTenant, by: Actor): Promise<Tenant> {
    const at = this.clock.now();
    const tenant = Tenant.create({ slug, name, currency, at });
    const hostName = host === undefined ? null : parseOwnHost(host, this.settings);
    try {
      await this.database.transaction(async tx => {
        await tx.insert(Tenant, tenant);
        await tx.insert(TenantClock, TenantClock.real(tenant.id, at));
        await tx.query(NOTIFY, notification(TENANTS_TOPIC, tenant.slug));
        if (hostName !== null) await insertVerifiedHost(tx, tenant.id, hostName, at);
        const after = { ...tenant.facts(), host: hostName };
        await audit(tx, by, { tenantId: tenant.id, action: 'tenant.create', subject: tenant.id, after }, at);
      });
    } catch (error) {
      if (violates(error, 'tenants_slug_key')) throw new TenantExists(`the slug "${slug}"`);
      if (violates(error, 'hosts_verified')) throw new TenantExists(`the host ${host}`);
      throw error;
    }
    await this.notifications.confirmed();
    return tenant;
  }

  /**
   * Renames, suspends or resumes a tenant, or switches its test control or facades. Every process then rejects the keys of a
   * suspended tenant; its data is kept.
   * @throws TenantNotFound
   */
  async change(slug: string, terms: TenantTerms, by: Actor): Promise<Tenant> {
    const at = this.clock.now();
    const changed = await this.database.transaction(async tx => {
      const tenant = await tx.findOne(Tenant, { where: { slug }, lock: { mode: 'pessimistic_write' } });
      if (!tenant) throw new TenantNotFound(slug);
      const before = tenant.facts();
      tenant.change(terms, at);
      await tx.save(Tenant, tenant);
      await this.temporary.notifyChanged(tx, tenant);
      const facts = { tenantId: tenant.id, subject: tenant.id, before, after: tenant.facts() };
      await audit(tx, by, { action: actionOf(before, facts.after), ...facts }, at);
      return tenant;
    });
    await this.notifications.confirmed();
    return changed;
  }

  /** The first verified host of each tenant, or of one, by the ID of the tenant. */
  private async firstHosts(tenantId?: string): Promise<Map<string, string>> {
    const hosts = await this.database.manager.find(OwnHost, {
      where: { ...(tenantId && { tenantId }), state: 'verified' },
      order: { createdAt: 'DESC', name: 'DESC' },
    });
    // The oldest host of a tenant comes last and replaces the others.
    return new Map(hosts.map(host => [host.tenantId, host.name]));
  }
}

const viewOf = (tenant: Tenant, hosts: Map<string, string>): TenantView => ({
  slug: tenant.slug,
  name: tenant.name,
  currency: tenant.currency,
  host: hosts.get(tenant.id) ?? null,
  suspended: tenant.suspendedAt !== null,
  control: !tenant.controlDisabled,
  facades: [...(tenant.facades ?? FACADES)],
  created_at: tenant.createdAt.toISOString(),
});

async function insertVerifiedHost(tx: EntityManager, tenantId: string, name: string, at: Date): Promise<void> {
  const host = OwnHost.add(tenantId, name, at);
  host.verifyByOperator(at);
  await tx.insert(OwnHost, host);
  await tx.query(NOTIFY, notification(HOSTS_TOPIC, name));
}

type Facts = ReturnType<Tenant['facts']>;

function actionOf(before: Facts, after: Facts): string {
  if (before.control !== after.control) return after.control ? 'tenant.enable-control' : 'tenant.disable-control';
  if (before.suspended === after.suspended) return 'tenant.change';
  return after.suspended ? 'tenant.suspend' : 'tenant.resume';
}
