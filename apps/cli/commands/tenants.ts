import { type Command, InvalidArgumentError, Option } from 'commander';
import { CURRENCIES } from '#domains';
import { type Facade, FACADES } from '#identity/access/model';
import { Tenants, type NewTenant } from '#tenancy';
import { table } from '../output.js';
import { addCommand, type CommonOptions, required } from './add-command.js';
import { define as defineMoves } from './move-tenants.js';
import { parseList, parseText } from './option-values.js';

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

  addCommand(tenants, 'set', {
    description: 'set the facades that accept the keys of a tenant',
    argument: ['<slug>', 'slug of the tenant'],
    options: [required('--facades <list>', `comma-separated: ${FACADES.join(', ')}; or none`).argParser(parseFacades)],
    async run({ services, actor, argument: slug }, { facades }: CommonOptions & { facades: Facade[] }) {
      const tenant = await services.get(Tenants).change(slug, { facades }, actor);
      return { id: tenant.id, ...(await services.get(Tenants).view(tenant)) };
    },
    format: ({ slug, facades }) => `Facades of ${slug}: ${facades.join(', ') || 'none'}.`,
  });

  defineMoves(tenants);
}

function parseFacades(text: string): Facade[] {
  const names = text.trim() === 'none' ? [] : parseList(text);
  const facades = FACADES.filter(facade => names.includes(facade));
  if (facades.length === names.length && (names.length > 0 || text.trim() === 'none')) return facades;
  throw new InvalidArgumentError(`It must be none, or a comma-separated list of ${FACADES.join(' and ')}.`);
}
