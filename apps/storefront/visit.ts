import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#identity/access';
import { HostCookie, traceparentOf } from '#platform/http';
import { newVisitorToken, type Storefront } from '#storefront';
import type { CachedTenant } from '#tenancy';
import { STOREFRONT_KEY } from '#usage/contract';
import { type AccessCodes } from './access-codes.js';
import { StorefrontOff } from './errors.js';
import { tenantOf } from './host-constraint.js';
import { countRequest } from './limits.js';
import type { Services } from './services.js';

const DAY_SECONDS = 24 * 3_600;

/** Identifies a browser, so that visitors see their orders. */
const visitorCookie = new HostCookie('nameyard_visitor', 365 * DAY_SECONDS);

/** The token of a share link. */
export const developerCookie = new HostCookie('nameyard_developer', 7 * DAY_SECONDS);

/** A request for a page. */
export interface Visit {
  tenant: CachedTenant;
  storefront: Storefront;
  /** The token in the visitor's cookie; a new token if the request had no valid one. */
  visitor: string;
  /** Whether the visitor came through a valid share link. */
  isDeveloper: boolean;
  /** Whether the visitor may see the pages; false until the access code is entered. */
  isAdmitted: boolean;
  /** Whether the script of the page sent this search while the visitor was typing. */
  isSearchWhileTyping: boolean;
  /** The caller of use cases. */
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Finds the storefront and the visitor of a request, and counts the request.
 * @throws StorefrontOff · TooManyRequests
 */
export async function beginVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  codes: AccessCodes,
): Promise<Visit> {
  const tenant = tenantOf(request);
  const storefront = await services.storefronts.get(tenant);
  if (storefront.access === 'off' || tenant.suspended) throw new StorefrontOff();
  const isSearchWhileTyping = request.routeOptions.url === '/' && request.headers['x-typed-search'] !== undefined;
  await countRequest(services, tenant.id, request.ip, isSearchWhileTyping);
  const caller: Caller = {
    tenant,
    keyId: STOREFRONT_KEY,
    requestId: request.id,
    traceparent: traceparentOf(request),
    channel: 'storefront',
  };
  // The usage log contains requests with a caller. Searches during typing are not logged.
  if (!isSearchWhileTyping) request.caller = caller;
  request.identity = { tenant: tenant.slug };
  const shared = developerCookie.read(request);
  const isDeveloper = shared !== undefined && (await services.shareLinks.use(tenant.id, shared));
  const isAdmitted = storefront.access === 'public' || isDeveloper || codes.isEntered(request, storefront);
  const visitor = visitorOf(request, reply);
  return { tenant, storefront, visitor, isDeveloper, isAdmitted, isSearchWhileTyping, caller, request, reply };
}

function visitorOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = visitorCookie.read(request);
  if (known !== undefined && /^[\w-]{32}$/.test(known)) return known;
  const token = newVisitorToken();
  visitorCookie.set(reply, token);
  return token;
}
