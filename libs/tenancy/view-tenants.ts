import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TenantDetails, TenantView } from './contract.js';
import { FindTenants } from './find-tenants.js';
import { OwnHost } from './model/own-host.js';
import type { Tenant } from './model/tenant.js';

/** Returns tenants with their first verified hosts. */
@Injectable()
export class ViewTenants {
  constructor(
    private readonly dataSource: DataSource,
    private readonly find: FindTenants,
  ) {}

  /** All tenants, sorted by slug. */
  async list(): Promise<{ id: string; view: TenantView }[]> {
    const tenants = await this.find.list();
    const hosts = await this.firstHosts();
    return tenants.map(tenant => ({ id: tenant.id, view: viewOf(tenant, hosts) }));
  }

  async view(tenant: Tenant): Promise<TenantView> {
    return viewOf(tenant, await this.firstHosts(tenant.id));
  }

  /** @throws TenantNotFound */
  async details(slug: string): Promise<TenantDetails> {
    const tenant = await this.find.getBySlug(slug);
    const parent = await this.find.parentOf(tenant);
    const view = await this.view(tenant);
    return {
      ...view,
      suspended: view.suspended || parent?.suspendedAt != null,
      control: view.control && parent?.controlDisabled !== true,
      parent: parent && { slug: parent.slug, name: parent.name },
      expires_at: tenant.expiresAt?.toISOString() ?? null,
    };
  }

  /** The first verified host of each tenant, or of one, by the ID of the tenant. */
  private async firstHosts(tenantId?: string): Promise<Map<string, string>> {
    const hosts = await this.dataSource.getRepository(OwnHost).find({
      where: { ...(tenantId && { tenantId }), state: 'verified' },
      order: { createdAt: 'DESC', name: 'DESC' },
    });
    // The oldest host of a tenant comes last and replaces the others.
    return new Map(hosts.map(host => [host.tenantId, host.name]));
  }
}

const viewOf = (
  { id, slug, name, currency, suspendedAt, controlDisabled, createdAt }: Tenant,
  hosts: Map<string, string>,
): TenantView => ({
  slug,
  name,
  currency,
  host: hosts.get(id) ?? null,
  suspended: suspendedAt !== null,
  control: !controlDisabled,
  created_at: createdAt.toISOString(),
});
