import type { IncomingMessage } from 'node:http';
import { callbackify } from 'node:util';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CachedTenant, HostDirectory } from '#tenancy';

/** Value of the constraint of all storefront routes. */
export const ON_STOREFRONT = { storefront: true };

/** By request: the tenant whose storefront its host shows, or the error of looking it up. */
const tenants = new WeakMap<IncomingMessage, CachedTenant | Error>();

/**
 * Returns the tenant of the storefront at the host name of a request.
 * @throws Error if the tenant could not be read, for example because the database is not available
 */
export function tenantOf({ raw }: FastifyRequest): CachedTenant {
  const found = tenants.get(raw)!;
  if (found instanceof Error) throw found;
  return found;
}

/**
 * Selects routes by the host name: requests to the host of a storefront only match routes with `ON_STOREFRONT`, and other
 * requests only match routes without this constraint. Must be called before routes are added.
 */
export function addHostConstraint(fastify: FastifyInstance, hosts: HostDirectory, trustedProxies: string[]): void {
  const isTrusted = proxyAddress.compile(trustedProxies);
  fastify.addConstraintStrategy({
    name: 'storefront',
    mustMatchWhenDerived: true,
    storage: () => handlersByValue(),
    // The type lacks asynchronous constraints, which Fastify documents.
    deriveConstraint: derive as never,
  });

  function derive(request: IncomingMessage, _context: unknown, done: (error: Error | null, value?: true) => void) {
    const found = hosts.resolve(hostOf(request, isTrusted));
    if (!(found instanceof Promise)) done(null, remember(request, found));
    // Fastify hides errors of constraints, so `tenantOf` throws them. The installation's own hosts are never looked up.
    else callbackify(() => found)((error, tenant) => done(null, remember(request, error ?? tenant)));
  }
}

/** The storage that Fastify requires for the handlers of a route, by value of the constraint. */
function handlersByValue<Handler>() {
  const handlers = new Map<unknown, Handler>();
  return {
    get: (value: unknown) => handlers.get(value) ?? null,
    set: (value: unknown, handler: Handler) => void handlers.set(value, handler),
  };
}

/** Stores the tenant or error for `tenantOf`. Returns the value of the constraint. */
function remember(request: IncomingMessage, tenant: CachedTenant | Error | undefined): true | undefined {
  if (!tenant) return undefined;
  tenants.set(request, tenant);
  return true;
}

/** The host name without the port, as Fastify reads it: `X-Forwarded-Host` counts only from a trusted proxy. */
function hostOf({ headers, socket }: IncomingMessage, isTrusted: (address: string, hop: number) => boolean): string {
  const forwarded = headers['x-forwarded-host'];
  const isForwarded = forwarded && socket.remoteAddress && isTrusted(socket.remoteAddress, 0);
  const host = isForwarded ? String(forwarded).split(',').at(-1)!.trim() : (headers.host ?? '');
  return host.replace(/:\d*$/, '');
}
