import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Switches off headers that are obsolete or not standard, and Origin-Agent-Cluster, which changes nothing here. */
const OUTDATED = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} satisfies HelmetOptions;

/** API responses are data; browsers must not render them. */
const API_OPTIONS = {
  ...OUTDATED,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: false,
  referrerPolicy: false,
} satisfies HelmetOptions;

/** Adds helmet's headers to every response. They never change, so helmet runs once. */
export function secureResponses(fastify: FastifyInstance): void {
  const overHttps = headersOf(API_OPTIONS);
  // Strict-Transport-Security must not be sent over HTTP (RFC 6797, section 7.2).
  const overHttp = headersOf({ ...API_OPTIONS, strictTransportSecurity: false });
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.protocol === 'https' ? overHttps : overHttp);
    done();
  });
}

/**
 * Replaces headers for HTML pages. Pages can call this host, and load only files that `sources` allow. Without the source
 * `formAction`, they cannot send forms.
 */
export function securePages(
  fastify: FastifyInstance,
  sources: Record<string, string[]>,
  { referrerPolicy }: Pick<HelmetOptions, 'referrerPolicy'> = {},
): void {
  const directives = {
    defaultSrc: ["'none'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    ...sources,
  };
  const contentSecurityPolicy = { useDefaults: false, directives };
  const headers = headersOf({ ...OUTDATED, contentSecurityPolicy, strictTransportSecurity: false, referrerPolicy });
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}

function headersOf(options: HelmetOptions): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => {});
  return response.getHeaders() as Record<string, string>;
}
