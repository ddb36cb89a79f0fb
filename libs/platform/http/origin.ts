import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Injects the origin of the request URL, for example `https://sandbox.example.com`. */
export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { protocol, host } = context.switchToHttp().getRequest<FastifyRequest>();
  return `${protocol}://${host}`;
});

/** Returns an origin as browsers write it, without the default port; undefined if the host is not valid. */
export function originOf(protocol: string, host: string): string | undefined {
  try {
    return new URL(`${protocol}://${host}`).origin;
  } catch {
    // URL.canParse of Node.js 20, once optimized, accepts hosts that the constructor rejects: it reads Latin-1 as UTF-8.
    return undefined;
  }
}
