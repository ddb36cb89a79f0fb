import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseUrl } from '../names/url.js';

/** Injects the origin of the request URL, for example `https://sandbox.example.com`. */
export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { protocol, host } = context.switchToHttp().getRequest<FastifyRequest>();
  return `${protocol}://${host}`;
});

/** Returns an origin as browsers write it, without the default port; undefined if the host is not valid. */
export const originOf = (protocol: string, host: string): string | undefined =>
  parseUrl(`${protocol}://${host}`)?.origin;
