import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { TenantNotFound } from '#identity/access';
import { Tenant } from './model/tenant.js';

@Injectable()
export class FindTenants {
  constructor(private readonly dataSource: DataSource) {}

  /** Permanent tenants, sorted by slug. */
  list(): Promise<Tenant[]> {
    return this.dataSource.getRepository(Tenant).find({ where: { parentId: IsNull() }, order: { slug: 'ASC' } });
  }

  /** @throws TenantNotFound */
  async getBySlug(slug: string): Promise<Tenant> {
    const tenant = await this.dataSource.getRepository(Tenant).findOneBy({ slug });
    if (!tenant) throw new TenantNotFound(slug);
    return tenant;
  }

  /** The tenant that a temporary tenant belongs to; null for others. */
  async parentOf({ parentId }: Tenant): Promise<Tenant | null> {
    return parentId === null ? null : this.dataSource.getRepository(Tenant).findOneBy({ id: parentId });
  }
}
