import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { addressOf } from './guards.js';
import { fingerprintOf, idempotencyKey, type Once as OnceRequest } from '../idempotency/once.js';

/** On whose behalf a request is made; everything that is looked up for it is looked up within this tenant. */
export interface Caller {
  tenant: { id: string; slug: string; currency: string };
  keyId: string;
  /** What the call turned out to be about, noted by its use case for whoever looks for it in the log. */
  domain?: string;
  orderId?: string;
}

const callerOf = (request: FastifyRequest): Caller => {
  if (!request.caller)
    throw new Error(`${request.url} has no caller: its route says neither @Requires nor what it needs`);
  return request.caller;
};

export const TheCaller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The request's idempotency key with all that it covers, or undefined when the caller sent none. */
export const Once = createParamDecorator((_: unknown, context: ExecutionContext): OnceRequest | undefined => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const key = idempotencyKey(request.headers);
  if (key === undefined) return undefined;
  request.once = {
    tenantId: callerOf(request).tenant.id,
    endpoint: addressOf(request),
    key,
    fingerprint: fingerprintOf(request.body),
    replayed: false,
  };
  return request.once;
});
