import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { fingerprintOf, idempotencyKey, type IdempotentRequest } from '#platform/http/idempotency';
import { routePathOf, traceparentOf } from '#platform/http';
import type { Intercept } from './operation.js';
import type { PathTenant } from './person.js';

/** Who sends a request, and the tenant. All queries for the request are limited to this tenant. */
export interface Caller {
  tenant: PathTenant;
  /** ID of the API key, or `portal`, `storefront` or `command-line`. */
  keyId: string;
  /** Permissions of the API key; undefined without an API key. */
  permissions?: readonly string[];
  /** Limit of the API key in requests per minute; undefined without an API key. */
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
  /** Delivery instructions of the fault in the request header; null if it has none, undefined without such a header. */
  delivery?: object | null;
  /** ID of the rule that alters the delivery of the event that the request has recorded. */
  alteredBy?: string;
  /** Runs instead of the operation, for example to inject a fault; undefined for nearly all requests. */
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

/** Injects a caller without an API key, so that a portal route with `:tenant` in its path can call API use cases. */
export const ThePortalCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { pathTenant, id, url } = request;
  if (!pathTenant) throw new Error(`${url} has no tenant; its path lacks :tenant`);
  const traceparent = traceparentOf(request);
  return { tenant: pathTenant, keyId: 'portal', requestId: id, traceparent, channel: 'portal' };
});

/** The path of the route; with the method for PATCH and DELETE, which share their paths with other routes. */
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
