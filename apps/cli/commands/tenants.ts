import { type Command, Option } from 'commander';
import { CURRENCIES } from '#domains';
import { FindTenants, OpenTenant, type Tenant, type TenantFacts } from '#tenancy';
import type { TenantView } from '#tenancy/contract';
import { commandLine } from '../actor.js';
import { print, table } from '../output.js';
import { withServices } from '../services.js';
import { json } from './json.js';

export function define(tenants: Command): void {
  tenants
    .command('create')
    .description('open a tenant: a sandbox world of its own')
    .argument('<slug>', 'what integrators send as X-Tenant: lower-case letters, digits, inner hyphens')
    .option('--name <name>', 'what people call it (default: the slug)')
    .addOption(
      new Option('--currency <code>', 'what its prices are shown in').choices(Object.keys(CURRENCIES)).default('USD'),
    )
    .option('--host <name>', 'host name of its branded interface, where the API is never answered')
    .addOption(json())
    .action(async (slug: string, options: Omit<TenantFacts, 'slug'> & { json?: boolean }) => {
      const tenant = await withServices(services =>
        services.get(OpenTenant).execute({ ...options, slug }, commandLine()),
      );
      print(view(tenant), options, shown => `Opened tenant ${shown.slug} (${shown.id}).`);
    });

  tenants
    .command('list')
    .description('list all tenants')
    .addOption(json())
    .action(async (options: { json?: boolean }) => {
      const found = await withServices(services => services.get(FindTenants).all());
      print(found.map(view), options, views =>
        table(
          views.map(({ slug, name, currency, id }) => ({ slug, name, currency, id })),
          'There are no tenants yet.',
        ),
      );
    });
}

const view = ({ createdAt, suspendedAt, ...tenant }: Tenant): TenantView & { id: string } => ({
  ...tenant,
  suspended: suspendedAt !== null,
  created_at: createdAt.toISOString(),
});
