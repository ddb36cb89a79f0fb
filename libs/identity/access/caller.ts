import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { fingerprintOf, idempotencyKey, type IdempotentRequest } from '#platform/http/idempotency';
import { routePathOf, traceparentOf } from '#platform/http';
import type { Intercept } from './operation.js';
import type { PathTenant } from './person.js';

/** The API key of a request, or the portal, and its tenant. All queries for the request are limited to this tenant. */
export interface Caller {
  tenant: PathTenant;
  /** `portal` for the portal. */
  keyId: string;
  /** Permissions of the API key; undefined without one. */
  permissions?: readonly string[];
  /** Limit of the API key in requests per minute; undefined without one. */
  limit?: number;
  /** `X-Request-Id` of the request. */
  requestId: string;
  /** `traceparent` for the events of the request; undefined without a trace. */
  traceparent: string | undefined;
  /** Channel of the orders that the request places; undefined for the API. */
  channel?: 'storefront' | 'portal';
  /** Domain and order of the request, set by its use case for the request log. */
  domain?: string;
  orderId?: string;
  /** Payment reference of the request, for the request log. */
  paymentReference?: string;
  /** Whether the order was paid with the same reference before. */
  repeatsPayment?: boolean;
  /** How a fault in the header delivers the events of the request; undefined if there is no such header. */
  delivery?: object | null;
  /** ID of the rule that alters the delivery of the event that the request has recorded. */
  alteredBy?: string;
  /** Runs the operation of the request instead of its handler; undefined for nearly all requests. */
  intercept?: Intercept;
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.url} has no caller; its route lacks @Requires`);
  return request.caller;
}

/** Injects the caller of a route with `@Requires`. */
export const TheCaller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Injects the caller of API use cases for a portal route with `:tenant` in its path. It has no API key. */
export const ThePortalCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { pathTenant, id, url } = request;
  if (!pathTenant) throw new Error(`${url} has no tenant; its path lacks :tenant`);
  const traceparent = traceparentOf(request);
  return { tenant: pathTenant, keyId: 'portal', requestId: id, traceparent, channel: 'portal' };
});

/** The path of the route; with the method for PATCH and DELETE, whose paths are also those of other routes. */
function endpointOf(request: FastifyRequest): string {
  const path = routePathOf(request);
  return ['PATCH', 'DELETE'].includes(request.method) ? `${request.method} ${path}` : path;
}

const hasParameters = ({ params }: FastifyRequest): boolean => Object.keys(params as object).length > 0;

/**
 * Injects the idempotency key of the request with its tenant, endpoint and body hash; undefined without a key. The tenant
 * is that of the API key, or in the path of a portal route.
 */
export const Idempotent = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotentRequest | undefined => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = idempotencyKey(request.headers);
    if (key === undefined) return undefined;
    request.idempotent = {
      tenantId: (request.pathTenant ?? callerOf(request).tenant).id,
      endpoint: endpointOf(request),
      key,
      fingerprint: fingerprintOf(
        hasParameters(request) ? { body: request.body, params: request.params } : request.body,
      ),
      replayed: false,
    };
    return request.idempotent;
  },
);
