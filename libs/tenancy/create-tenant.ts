import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { notification, NOTIFY, violates } from '#platform/database';
import { OwnHostNames } from './hosts/own-host-names.js';
import { TenantExists } from './model/errors.js';
import { OwnHost } from './model/own-host.js';
import { Tenant } from './model/tenant.js';
import { TenantClock } from './model/tenant-clock.js';
import { HOSTS_TOPIC } from './storage/topics.js';

export interface NewTenant {
  slug: string;
  name?: string;
  currency?: string;
  /** Verified without a check, because only operators create tenants. */
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
    private readonly names: OwnHostNames,
  ) {}

  async execute({ slug, name = slug, currency = 'USD', host }: NewTenant, by: Actor): Promise<Tenant> {
    const at = this.clock.now();
    const tenant = Tenant.create({ slug, name, currency, at });
    const hostName = host === undefined ? null : this.names.parse(host);
    try {
      await this.dataSource.transaction(async tx => {
        await tx.insert(Tenant, tenant);
        await tx.insert(TenantClock, TenantClock.real(tenant.id, at));
        await tx.query(NOTIFY, notification('tenant', tenant.slug));
        if (hostName !== null) await insertVerifiedHost(tx, tenant.id, hostName, at);
        const after = { ...tenant.facts(), host: hostName };
        await audit(tx, by, { tenantId: tenant.id, action: 'tenant.create', subject: tenant.id, after }, at);
      });
    } catch (error) {
      if (violates(error, 'tenants_slug_key')) throw new TenantExists(`the slug "${slug}"`);
      if (violates(error, 'hosts_verified')) throw new TenantExists(`the host ${host}`);
      throw error;
    }
    return tenant;
  }
}

async function insertVerifiedHost(tx: EntityManager, tenantId: string, name: string, at: Date): Promise<void> {
  const host = OwnHost.add(tenantId, name, at);
  host.verifyByOperator(at);
  await tx.insert(OwnHost, host);
  await tx.query(NOTIFY, notification(HOSTS_TOPIC, name));
}
