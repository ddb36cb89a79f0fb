import type { Command } from 'commander';
import { Hosts } from '#tenancy';
import type { HostView } from '#tenancy/contract';
import { table } from '../../output.js';
import { addTenantCommand } from '../add-command.js';

const HOST: [string, string] = ['<host>', 'host name, for example shop.example.com'];

export function defineHosts(storefront: Command): void {
  const hosts = storefront.command('hosts').description('manage the host names that show the storefront');

  addTenantCommand(hosts, 'add', {
    description: 'add a host name; prints the TXT record that verifies it',
    argument: HOST,
    run: ({ services, actor, tenant, argument: host }) => services.get(Hosts).add(tenant.id, host, actor),
    format: ({ host, txt_record }) =>
      `Added ${host}. To verify it, create this TXT record:\n\n${txt_record.name}  ${txt_record.value}`,
  });

  addTenantCommand(hosts, 'list', {
    description: "list a tenant's host names with their TXT records",
    run: ({ services, tenant }) => services.get(Hosts).list(tenant.id),
    format: (views, { tenant }) => table(views.map(rowOf), `Tenant ${tenant} has no host names of its own.`),
  });

  addTenantCommand(hosts, 'check', {
    description: 'look up the TXT record of a host name now',
    argument: HOST,
    run: ({ services, actor, tenant, argument: host }) => services.get(Hosts).check(tenant.id, host, actor),
    format: describe,
  });

  addTenantCommand(hosts, 'verify', {
    description: 'mark a host name as verified, until another tenant proves control in DNS',
    argument: HOST,
    run: ({ services, actor, tenant, argument: host }) => services.get(Hosts).verify(tenant.id, host, actor),
    format: describe,
  });

  addTenantCommand(hosts, 'remove', {
    description: 'remove a host name',
    argument: HOST,
    async run({ services, actor, tenant, argument: host }) {
      await services.get(Hosts).remove(tenant.id, host, actor);
      return { host, state: 'removed' };
    },
    format: ({ host }) => `Removed ${host}.`,
  });
}

const describe = ({ host, state, reason }: HostView): string => `${host} is ${state}.${reason ? ` ${reason}` : ''}`;

const rowOf = ({ host, state, reason, verified_by, txt_record }: HostView) => ({
  host,
  state: reason ? `${state}: ${reason}` : state,
  by: verified_by ?? '',
  record: txt_record.name,
  value: txt_record.value,
});
