import { type Command, Option } from 'commander';
import { type Settings, SETTINGS } from '#platform/config';
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
      const { port } = services.get<Settings>(SETTINGS);
      const hosts = await services.get(HostDirectory).namesOf(tenant);
      return { ...link, urls: hosts.map(host => originOf(host, port) + link.path) };
    },
    format: ({ urls, expires_at }) => `${urls.join('\n')}\n\nThe link expires at ${expires_at}.`,
  });
}

/** Hosts below localhost are on this machine; others have a proxy with TLS in front. */
const originOf = (host: string, port: number): string =>
  host.endsWith('.localhost') ? `http://${host}:${port}` : `https://${host}`;
