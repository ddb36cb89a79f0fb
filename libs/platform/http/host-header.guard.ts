import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MalformedRequest } from './error-filter.js';

/** Every HTTP/1.1 request names exactly one host (RFC 9112, section 3.2); an HTTP/1.0 request may name none. */
@Injectable()
export class HostHeaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    // `headers.host` hides duplicates; the raw list has names at its even places.
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length === 1 || (hosts.length === 0 && raw.httpVersion === '1.0')) return true;
    throw new MalformedRequest('An HTTP/1.1 request needs exactly one Host header.');
  }
}
