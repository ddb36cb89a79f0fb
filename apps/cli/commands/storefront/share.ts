import { type Command, Option } from 'commander';
import { HostDirectory } from '#tenancy';
import { DEFAULT_SHARE_HOURS, ShareLinks } from '#storefront';
import { MAX_SHARE_HOURS } from '#storefront/contract';
import { addTenantCommand, type TenantOptions } from '../add-command.js';
import { parseInteger } from '../option-values.js';

/** Adds the command that creates share links. */
export function defineShare(storefront: Command): void {
  addTenantCommand(storefront, 'share', {
    description: 'create a link that shows the storefront as its developers see it',
    options: [
      new Option('--hours <number>', 'hours until the link expires')
        .argParser(parseInteger(1, MAX_SHARE_HOURS))
        .default(DEFAULT_SHARE_HOURS),
    ],
    async run({ services, actor, tenant }, { hours }: TenantOptions & { hours: number }) {
      const link = await services.get(ShareLinks).create(tenant.id, hours, actor);
      return { ...link, hosts: services.get(HostDirectory).namesOf(tenant.slug) };
    },
    format: ({ path, expires_at, hosts }) =>
      `Open ${path} at ${hosts.join(' or ')}. The link expires at ${expires_at}.`,
  });
}
