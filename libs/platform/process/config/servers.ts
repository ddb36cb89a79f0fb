import type { RedisOptions } from 'ioredis';

const POSTGRES = /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?]*@)?)(?<hosts>[^/?]*)(?<rest>.*)$/s;
const SENTINEL =
  /^sentinel:\/\/(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^@/?]+)\/(?<name>[\w.-]+)(?:\/(?<db>\d{1,3}))?$/;

const SENTINEL_PORT = 26_379;

/** The URL of each PostgreSQL server that a URL names: `postgres://user@a,b:5433/db` has two. */
export function serversOf(url: string): string[] {
  const { start = '', hosts = '', rest = '' } = POSTGRES.exec(url)?.groups ?? {};
  return hosts.includes(',') ? hosts.split(',').map(host => `${start}${host}${rest}`) : [url];
}

/** Addresses for messages, without logins. */
export const addressesOf = (url: string): string =>
  serversOf(url)
    .map(server => new URL(server))
    .map(({ hostname, port }) => `${hostname}:${port || 5432}`)
    .join(', ');

/**
 * Options for the Redis that sentinels watch, from `sentinel://user:password@a:26379,b:26379/mymaster/0`. The login is
 * for Redis, not for the sentinels. Undefined for other URLs.
 */
export function sentinelOptions(url: string): RedisOptions | undefined {
  const { username = '', password = '', hosts = '', name, db = '0' } = SENTINEL.exec(url)?.groups ?? {};
  const servers = hosts.split(',').map(host => `redis://${host}`);
  if (name === undefined || !servers.every(server => URL.canParse(server))) return undefined;
  const sentinels = servers.map(server => new URL(server));
  return {
    sentinels: sentinels.map(({ hostname, port }) => ({ host: hostname, port: Number(port) || SENTINEL_PORT })),
    name,
    db: Number(db),
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  };
}
