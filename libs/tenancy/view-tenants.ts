import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { TenantView } from './contract.js';
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
    const views = await this.views(tenants);
    return tenants.map(({ id }, index) => ({ id, view: views[index]! }));
  }

  async view(tenant: Tenant): Promise<TenantView> {
    const [view] = await this.views([tenant]);
    return view!;
  }

  private async views(tenants: Tenant[]): Promise<TenantView[]> {
    const hosts = await this.dataSource.getRepository(OwnHost).find({
      where: { tenantId: In(tenants.map(({ id }) => id)), state: 'verified' },
      order: { createdAt: 'DESC', name: 'DESC' },
    });
    // The oldest host of a tenant comes last and replaces the others.
    const names = new Map(hosts.map(({ tenantId, name }) => [tenantId, name]));
    return tenants.map(tenant => viewOf(tenant, names.get(tenant.id) ?? null));
  }
}

const viewOf = ({ slug, name, currency, suspendedAt, createdAt }: Tenant, host: string | null): TenantView => ({
  slug,
  name,
  currency,
  host,
  suspended: suspendedAt !== null,
  created_at: createdAt.toISOString(),
});
