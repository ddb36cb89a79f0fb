import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { notification, NOTIFY, violates } from '#platform/database';
import { TenantExists } from './model/errors.js';
import { Tenant } from './model/tenant.js';

export interface NewTenant {
  slug: string;
  name?: string;
  currency?: string;
  host?: string;
}

/**
 * Creates a tenant without any orders or registered domains.
 * @throws InvalidSlug · InvalidHost · TenantExists
 */
@Injectable()
export class CreateTenant {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async execute({ slug, name = slug, currency = 'USD', host }: NewTenant, by: Actor): Promise<Tenant> {
    const tenant = Tenant.create({ slug, name, currency, host: host?.toLowerCase() ?? null, at: this.clock.now() });
    try {
      await this.dataSource.transaction(async tx => {
        await tx.insert(Tenant, tenant);
        await tx.query(NOTIFY, notification('tenant', tenant.slug));
        const change = { tenantId: tenant.id, action: 'tenant.create', subject: tenant.id, after: tenant.facts() };
        await audit(tx, by, change, tenant.createdAt);
      });
    } catch (error) {
      if (violates(error, 'tenants_slug_key')) throw new TenantExists(`the slug "${slug}"`);
      if (violates(error, 'tenants_host_key')) throw new TenantExists(`the host ${host}`);
      throw error;
    }
    return tenant;
  }
}
