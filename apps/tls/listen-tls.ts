import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Settings } from '#platform/process/config';
import { Drain } from '../api/drain.js';
import { listenError, originOf } from '../listen.js';
import { loadCertificate } from './certificate.js';

/** Address and files of the HTTPS listener, for clients on this machine. */
export interface Tls {
  origin: string;
  ca: string;
  bundle: string;
}

type TlsSettings = Pick<Settings, 'host' | 'tlsPort' | 'tlsNames' | 'dataDir'>;

/**
 * If TLS_PORT is set, also serves the application over HTTPS.
 * @throws UsageError that names the setting to change
 */
export async function listenTls(app: NestFastifyApplication, settings: TlsSettings): Promise<Tls | undefined> {
  const { host, tlsPort, tlsNames, dataDir } = settings;
  if (tlsPort === undefined) return undefined;
  const { cert, key, ca, bundle } = await loadCertificate(dataDir, tlsNames);
  const http = app.getHttpServer() as Server;
  // The HTTP server answers on decrypted connections, with the same timeouts and errors.
  const server = createServer({ cert, key, ALPNProtocols: ['http/1.1'] }, socket => http.emit('connection', socket));
  app.get(Drain).add(server);
  http.once('close', () => server.close());
  try {
    await once(server.listen(tlsPort, host), 'listening');
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { host, port: tlsPort, setting: 'TLS_PORT' });
  }
  const { port } = server.address() as AddressInfo;
  return { origin: originOf({ host, port }, 'https'), ca, bundle };
}
