import type { INestApplicationContext } from '@nestjs/common';
import { FindTenants, type Tenant } from '#tenancy';
import { withServices } from '../../services.js';

/** What every command about webhooks is told. */
export interface ForTenant {
  tenant: string;
  json?: boolean;
}

export const TENANT = ['--tenant <slug>', 'whose receivers'] as const;

/** Runs `work` for the tenant of that slug. */
export const withTenant = <T>(slug: string, work: (services: INestApplicationContext, tenant: Tenant) => Promise<T>) =>
  withServices(async services => work(services, await services.get(FindTenants).bySlug(slug)));
