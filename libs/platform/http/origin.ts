import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Injects the origin of the request URL, for example `https://sandbox.example.com`. */
export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { protocol, host } = context.switchToHttp().getRequest<FastifyRequest>();
  return `${protocol}://${host}`;
});
