import { type Command, Option } from 'commander';
import { CURRENCIES } from '#domains';
import { Tenants, type NewTenant } from '#tenancy';
import { table } from '../output.js';
import { addCommand, type CommonOptions } from './add-command.js';
import { parseText } from './option-values.js';

export function define(tenants: Command): void {
  addCommand(tenants, 'create', {
    description: 'create a tenant with its own sandbox data',
    argument: ['<slug>', 'value of X-Tenant: lower-case letters, digits, inner hyphens'],
    options: [
      new Option('--name <name>', 'display name (default: the slug)').argParser(parseText(100)),
      new Option('--currency <code>', 'currency of all prices').choices(Object.keys(CURRENCIES)).default('USD'),
      new Option('--host <name>', 'storefront host name, marked as verified'),
    ],
    async run({ services, actor, argument: slug }, options: Omit<NewTenant, 'slug'> & CommonOptions) {
      const tenant = await services.get(Tenants).create({ ...options, slug }, actor);
      return { id: tenant.id, ...(await services.get(Tenants).view(tenant)) };
    },
    format: ({ slug, id }) => `Created tenant ${slug} (${id}).`,
  });

  addCommand(tenants, 'list', {
    description: 'list all tenants',
    run: async ({ services }) =>
      (await services.get(Tenants).listViews()).map(({ id, view }) => Object.assign({ id }, view)),
    format: views =>
      table(
        views.map(({ slug, name, currency, id }) => ({ slug, name, currency, id })),
        'There are no tenants.',
      ),
  });
}
