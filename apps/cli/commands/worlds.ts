import { type Command, Option } from 'commander';
import { type Settings, SETTINGS } from '#platform/process/config';
import { CreateWorld, Worlds } from '#testcontrol';
import { problemOfDuration } from '#platform/model';
import { table } from '../output.js';
import { addTenantCommand, type TenantOptions } from './add-command.js';
import { checked, parseInteger, parseText } from './option-values.js';

interface CreateOptions extends TenantOptions {
  name?: string;
  ttl?: string;
  copy?: boolean;
  limit?: number;
}

const MAX_NAME = 100;

export function define(worlds: Command): void {
  addTenantCommand(worlds, 'create', {
    description: 'create a world: a temporary tenant with its own data; its key is shown once',
    options: [
      new Option('--name <name>', 'display name (default: the slug)').argParser(parseText(MAX_NAME)),
      new Option('--ttl <duration>', 'lifetime as an ISO 8601 duration, PT1M to PT24H (default: PT1H)').argParser(
        checked(problemOfDuration),
      ),
      new Option('--copy', 'start with a copy of the data and clock of the tenant (default: empty)'),
      new Option('--limit <number>', 'maximum requests per minute of the key').argParser(parseInteger(1, 1_000_000)),
    ],
    async run({ services, actor, tenant }, { name, ttl, copy, limit }: CreateOptions) {
      const { defaultRateLimit } = services.get<Settings>(SETTINGS);
      const request = { name, ttl, from: copy ? ('copy' as const) : undefined };
      const highestKeyLimit = await services.get(Worlds).highestKeyLimit(tenant);
      const creator = { limit: limit ?? defaultRateLimit, highestKeyLimit, requestId: null, by: actor };
      return services.get(CreateWorld).execute(tenant, request, creator);
    },
    format: ({ tenant, key, expires_at }) =>
      `tenant   ${tenant}\nkey      ${key}\nexpires  ${expires_at}\n\nStore the key now; it cannot be shown again.`,
  });

  addTenantCommand(worlds, 'list', {
    description: "list a tenant's worlds",
    run: ({ services, tenant }) => services.get(Worlds).list(tenant.id),
    format: (views, { tenant }) =>
      table(
        views.map(({ tenant, name, orders, registrations, expires_at }) => ({
          tenant,
          name,
          orders,
          registrations,
          expires: expires_at,
        })),
        `Tenant ${tenant} has no worlds.`,
      ),
  });

  addTenantCommand(worlds, 'end', {
    description: 'end a world and remove its data, effective immediately',
    argument: ['<slug>', 'slug of the world from `worlds list`'],
    run: ({ services, actor, tenant, argument: slug }) => services.get(Worlds).end(tenant, slug, actor),
    format: ({ tenant }) => `Ended world ${tenant}.`,
  });
}
