import { once } from 'node:events';
import { connect } from 'node:net';
import type pg from 'pg';
import type { Settings } from '#platform/process/config';
import { isAllowed, resolveWithDns, resolveWithSystem } from '#platform/outgoing';
import { type Check, ok, warning } from './check.js';
import { rowsOf } from './database-checks.js';

const CONNECT_TIMEOUT_MS = 1_500;
const MAX_ORIGINS = 3;

/** Checks from this machine whether deliveries can reach receivers. Sends nothing. */
export const webhookCheck = (client: pg.Client, settings: Settings): Check => ({
  name: 'webhooks out',
  run: async () => {
    const rows = await rowsOf<{ url: string }>(
      client,
      `SELECT url FROM webhooks.receivers WHERE state = 'on' ORDER BY last_success_at DESC NULLS LAST LIMIT 20`,
    );
    const origins = [...new Set(rows.map(({ url }) => new URL(url).origin))].slice(0, MAX_ORIGINS);
    if (origins.length === 0) return ok('No receiver is active, so no address was tried.');
    const problems = await Promise.all(origins.map(origin => problemOf(origin, settings)));
    const found = problems.filter(problem => problem !== undefined);
    if (found.length === 0) return ok(`${origins.join(', ')}: reachable from this machine.`);
    return warning(
      found.join(' '),
      'Check DNS, firewall and routes of the workers. Their machine may differ from this one.',
    );
  },
});

async function problemOf(
  origin: string,
  { webhookAllowPrivateTargets: allowPrivate }: Settings,
): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  try {
    const addresses = await (allowPrivate ? resolveWithSystem : resolveNames)(host);
    const blocked = addresses.find(({ address }) => !isAllowed(address, allowPrivate));
    if (blocked) return `${origin}: the address ${blocked.address} is blocked.`;
    await tryToConnect(addresses[0]?.address ?? host, Number(port) || (protocol === 'https:' ? 443 : 80));
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return `${origin}: ${code ?? message}.`;
  }
}

/** Resolves a host name. Returns IP addresses unchanged. */
const resolveNames = async (host: string) =>
  /^[\d.]+$|:/.test(host) ? [{ address: host, family: host.includes(':') ? 6 : 4 }] : resolveWithDns(host);

async function tryToConnect(host: string, port: number): Promise<void> {
  const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
  socket.once('timeout', () => socket.destroy(new Error(`no connection within ${CONNECT_TIMEOUT_MS} ms`)));
  await once(socket, 'connect');
  socket.destroy();
}
