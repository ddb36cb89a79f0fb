import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { originOf } from '#platform/http';
import { PasskeysUnavailable } from '../model/errors.js';

/** The address at which a person uses the portal, to which browsers bind passkeys. */
export interface PasskeySite {
  /** Host name without port (relying party ID). */
  rpId: string;
  origin: string;
}

/** Returns undefined if browsers do not offer passkeys at this address: they require a host name, and https or localhost. */
export function findPasskeySite(request: Pick<FastifyRequest, 'protocol' | 'host'>): PasskeySite | undefined {
  const { protocol, host } = request;
  const origin = originOf(protocol, host);
  if (origin === undefined) return undefined;
  const { hostname } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https' && !isLocal)) return undefined;
  return { rpId: hostname, origin };
}

/** @throws PasskeysUnavailable */
export function passkeySiteOf(request: FastifyRequest): PasskeySite {
  const site = findPasskeySite(request);
  if (!site) throw new PasskeysUnavailable();
  return site;
}
