const LOCAL = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Origin of a storefront at a host name. Hosts below `.localhost` have the port of the portal. */
export const originOf = (host: string, { protocol, port }: Pick<Location, 'protocol' | 'port'> = location) =>
  `${protocol}//${host}${host.endsWith('.localhost') && port ? `:${port}` : ''}`;

/** The first host that this browser can reach: those below `.localhost` only on the machine of the service. */
export const reachableHost = (hosts: readonly string[], { hostname }: Pick<Location, 'hostname'> = location) =>
  hosts.find(host => !host.endsWith('.localhost') || LOCAL.test(hostname));
