import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../process/config/variables.js';
import { parseUrl } from './text/url.js';

const WEB_PROTOCOLS = new Set(['http:', 'https:']);

/** Injects the origin of the request URL, for example `https://sandbox.example.com`. */
export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { protocol, host } = context.switchToHttp().getRequest<FastifyRequest>();
  return `${protocol}://${host}`;
});

/**
 * Returns an origin as browsers write it, without the default port. Undefined if the host is not valid, or if the
 * protocol is not http or https; a proxy can set any protocol with `X-Forwarded-Proto`.
 */
export const originOf = (protocol: string, host: string): string | undefined => parseOrigin(protocol, host)?.origin;

/**
 * Returns the origin of a request to a host that is certainly ours: one of PUBLIC_HOSTS, or a loopback address.
 * Undefined for other hosts, because a client can send any Host header.
 */
export function knownOrigin({ protocol, host }: FastifyRequest, publicHosts: readonly string[]): string | undefined {
  const url = parseOrigin(protocol, host);
  return url && (publicHosts.includes(url.hostname) || isLoopback(url.hostname)) ? url.origin : undefined;
}

function parseOrigin(protocol: string, host: string): URL | undefined {
  const url = parseUrl(`${protocol}://${host}`);
  return url && WEB_PROTOCOLS.has(url.protocol) ? url : undefined;
}
