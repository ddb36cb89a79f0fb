import { type Command, Option } from 'commander';
import { UsageError } from '#platform/http/errors';
import type { Scope } from '#identity/access';
import { Keys, makeKeyValue, MAX_LIMIT } from '#api-keys';
import { print, table } from '../output.js';
import { addCommand, type CommonOptions, jsonOption, required, type TenantOptions } from './add-command.js';
import { parseDate, parseInteger, parseList, parseText } from './option-values.js';

interface KeyOptions extends CommonOptions {
  permissions?: string[];
  limit?: number;
}

interface ChangedKey extends KeyOptions {
  expires?: Date | 'never';
}

interface NewKey extends KeyOptions, TenantOptions {
  scope: Scope;
  name?: string;
  expires?: Date;
}

const PERMISSIONS = new Option(
  '--permissions <list>',
  'comma-separated, for example sandbox.search,sandbox.order',
).argParser(parseList);
const LIMIT = new Option('--limit <number>', 'maximum requests per minute').argParser(parseInteger(1, MAX_LIMIT));
const KEY: [string, string] = ['<id>', 'key ID from `keys list`'];

const scopeOption = () =>
  new Option('--scope <scope>', 'API that the key can use').choices(['sandbox', 'live']).default('sandbox');

export function define(keys: Command): void {
  keys
    .command('generate')
    .description('generate a key for BOOTSTRAP_API_KEY; uses no database')
    .addOption(scopeOption())
    .addOption(jsonOption())
    .action((flags: CommonOptions & { scope: Scope }) =>
      print({ key: makeKeyValue(flags.scope), scope: flags.scope }, flags, ({ key }) => key),
    );

  addCommand(keys, 'create', {
    description: 'create a key; its value is shown once',
    options: [
      required('--tenant <slug>', 'tenant of the key'),
      scopeOption(),
      PERMISSIONS,
      LIMIT,
      new Option('--name <name>', 'display name').argParser(parseText(100)),
      new Option('--expires <date>', 'expiry as an ISO 8601 date or time, for example 2027-12-31').argParser(parseDate),
    ],
    async run({ services, actor }, { expires, ...options }: NewKey) {
      const { key, value } = await services.get(Keys).issue({ ...options, expiresAt: expires }, actor);
      const { id, ...view } = services.get(Keys).view(key);
      return { id, key: value, ...view };
    },
    format: ({ id, key }) => `${key}\n\nCreated key ${id}. Store the value now; it cannot be shown again.`,
  });

  addCommand(keys, 'list', {
    description: "list a tenant's keys, without their values",
    options: [required('--tenant <slug>', 'tenant of the keys')],
    run: ({ services }, { tenant }: TenantOptions) => services.get(Keys).list(tenant),
    format: (views, { tenant }) =>
      table(
        views.map(({ id, hint, name, status, limit, permissions }) => ({
          id,
          key: hint,
          name,
          status,
          limit,
          permissions: permissions.join(','),
        })),
        `Tenant ${tenant} has no keys.`,
      ),
  });

  addCommand(keys, 'set', {
    description: 'change the permissions, the limit or the expiry of a key, effective immediately',
    argument: KEY,
    options: [
      PERMISSIONS,
      LIMIT,
      new Option('--expires <date>', 'new expiry as an ISO 8601 date or time, or never').argParser(text =>
        text === 'never' ? text : parseDate(text),
      ),
    ],
    run: async ({ services, actor, argument: id }, { expires, ...options }: ChangedKey) => {
      const expiresAt = expires === 'never' ? null : expires;
      return services.get(Keys).view(await services.get(Keys).change({ id }, { ...options, expiresAt }, actor));
    },
    format: ({ id, permissions, limit, expires_at }) =>
      `Key ${id} has ${permissions.join(', ') || 'no permissions'} and a limit of ${limit} requests per minute. It ${expires_at ? `expires at ${expires_at}` : 'does not expire'}.`,
  }).hook('preAction', command => {
    const { permissions, limit, expires } = command.opts<ChangedKey>();
    if (permissions === undefined && limit === undefined && expires === undefined)
      throw new UsageError('Specify --permissions, --limit or --expires.');
  });

  addCommand(keys, 'revoke', {
    description: 'revoke a key permanently, effective immediately',
    argument: KEY,
    run: async ({ services, actor, argument: id }) =>
      services.get(Keys).view(await services.get(Keys).revoke({ id }, actor)),
    format: ({ id }) => `Revoked key ${id}.`,
  });
}
