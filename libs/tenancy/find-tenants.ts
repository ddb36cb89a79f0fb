import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TenantNotFound } from '#access';
import { Tenant } from './model/tenant.js';

@Injectable()
export class FindTenants {
  constructor(private readonly dataSource: DataSource) {}

  list(): Promise<Tenant[]> {
    return this.dataSource.getRepository(Tenant).find({ order: { slug: 'ASC' } });
  }

  /** @throws TenantNotFound */
  async getBySlug(slug: string): Promise<Tenant> {
    const tenant = await this.dataSource.getRepository(Tenant).findOneBy({ slug });
    if (!tenant) throw new TenantNotFound(slug);
    return tenant;
  }
}
