import { type Command, Option } from 'commander';
import { type Settings, SETTINGS } from '#platform/process/config';
import { HostDirectory } from '#tenancy';
import { DEFAULT_SHARE_HOURS, ShareLinks } from '#storefront';
import { MAX_SHARE_HOURS, type ShareLinkView } from '#storefront/contract';
import { findService } from '../../find-service.js';
import { table } from '../../output.js';
import { addTenantCommand, type TenantOptions } from '../add-command.js';
import { parseInteger, parseOrigin } from '../option-values.js';

export function defineShare(storefront: Command): void {
  addTenantCommand(storefront, 'share', {
    description: 'create a link that shows the storefront as its developers see it',
    options: [
      new Option('--hours <number>', 'hours until the link expires')
        .argParser(parseInteger(1, MAX_SHARE_HOURS))
        .default(DEFAULT_SHARE_HOURS),
      new Option(
        '--url <url>',
        'URL of the service, used for `*.localhost` hosts (default: the running service)',
      ).argParser(parseOrigin),
    ],
    async run({ services, actor, tenant }, { hours, url }: TenantOptions & { hours: number; url?: string }) {
      const link = await services.get(ShareLinks).create(tenant, hours, actor);
      const service = url ?? (await findService(services.get<Settings>(SETTINGS)));
      const hosts = await services.get(HostDirectory).namesOf(tenant);
      return { ...link, urls: hosts.map(host => originOfHost(host, service) + link.path) };
    },
    format: ({ urls, expires_at }) => `${urls.join('\n')}\n\nThe link expires at ${expires_at}.`,
  });

  addTenantCommand(storefront, 'links', {
    description: 'list the valid share links',
    run: ({ services, tenant }) => services.get(ShareLinks).list(tenant.id),
    format: (links, { tenant }) => table(links.map(rowOf), `Tenant ${tenant} has no valid share links.`),
  });

  addTenantCommand(storefront, 'revoke', {
    description: 'revoke a share link, and end all visits that it opened',
    argument: ['<id>', 'ID of the link, from `storefront links`'],
    async run({ services, actor, tenant, argument: id }) {
      await services.get(ShareLinks).revoke(tenant.id, id, actor);
      return { id, revoked: true };
    },
    format: ({ id }) => `Revoked ${id}.`,
  });
}

/** Hosts below localhost are on this machine; other hosts have a TLS proxy. */
function originOfHost(host: string, service: string): string {
  const { protocol, port } = new URL(service);
  return host.endsWith('.localhost') ? `${protocol}//${host}${port && `:${port}`}` : `https://${host}`;
}

const rowOf = ({ id, created_by, person_id, created_at, expires_at, last_used_at }: ShareLinkView) => ({
  id,
  'created by': formatCreator(created_by, person_id),
  created: created_at,
  expires: expires_at,
  'last used': last_used_at ?? 'never',
});

function formatCreator(name: string | null, personId: string | null): string {
  if (name === null) return 'unknown';
  return personId === null ? `command line (${name.replace(/^cli:/, '')})` : name;
}
