const THIS_MACHINE = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

const isLocal = (host: string) => host.endsWith('.localhost');

/** Origin of a storefront at a host name. Hosts below `.localhost` have the port of the portal. */
export const originOf = (host: string) =>
  `${location.protocol}//${host}${isLocal(host) && location.port ? `:${location.port}` : ''}`;

/** The first host that this browser can reach. Hosts below `.localhost` are reachable only on the machine of the service. */
export const reachableHost = (hosts: readonly string[]) =>
  hosts.find(host => !isLocal(host) || THIS_MACHINE.test(location.hostname));
