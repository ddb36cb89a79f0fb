import type { AddressInfo, Server } from 'node:net';

/** Hosts of servers that listen on all addresses, and how the same machine reaches them. */
const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** The URL at which a process reaches its own server. */
export function ownAddress(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = LOOPBACK[address] ?? (family === 'IPv6' ? `[${address}]` : address);
  return `http://${host}:${port}`;
}
