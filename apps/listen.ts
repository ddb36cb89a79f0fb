import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { UsageError } from '#platform/http/errors';

export interface Address {
  host: string;
  port: number;
  /** The environment variable of the port, default PORT. */
  setting?: string;
  /** The environment variable of the host, default HOST. */
  hostSetting?: string;
}

/**
 * Listens, and returns the address for clients on this machine.
 * @throws UsageError that names the setting to change
 */
export async function listen(app: NestFastifyApplication, { host, port, setting }: Address): Promise<string> {
  try {
    await app.listen(port, host);
    return originOf({ host, port: (app.getHttpServer().address() as AddressInfo).port });
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { host, port, setting });
  }
}

/** Returns the origin for clients on this machine. */
export const originOf = ({ host, port }: Pick<Address, 'host' | 'port'>, scheme = 'http'): string =>
  `${scheme}://${hostFor(host)}:${port}`;

/** Replaces a wildcard address with localhost. */
const hostFor = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;

export function listenError(
  { code, message }: NodeJS.ErrnoException,
  { host, port, setting = 'PORT', hostSetting = 'HOST' }: Address,
) {
  if (code === 'EADDRINUSE')
    return new UsageError(`Port ${port} on ${host} is in use; stop the other program or change ${setting}.`);
  if (code === 'EACCES')
    return new UsageError(`No permission to listen on port ${port}; set ${setting} to a number above 1023.`);
  return new UsageError(`Cannot listen on ${hostSetting} ${host}, ${setting} ${port}: ${code ?? message}.`);
}
