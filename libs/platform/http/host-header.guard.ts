import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MalformedRequest } from './errors.js';
import type { Guard } from './guards.js';

/** Every HTTP/1.1 request names exactly one host (RFC 9112, section 3.2); an HTTP/1.0 request may name none. */
@Injectable()
export class HostHeader implements Guard {
  check({ raw }: FastifyRequest): void {
    const hosts = countHosts(raw.rawHeaders);
    if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return;
    throw new MalformedRequest('An HTTP/1.1 request needs exactly one Host header.');
  }
}

/** `headers.host` hides duplicates; the raw list has names at its even places. */
function countHosts(rawHeaders: string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.toLowerCase() === 'host') count++;
  return count;
}
