import { MalformedRequest } from './errors.js';
import type { Guard } from './guards.js';

/** Every HTTP/1.1 request names exactly one host (RFC 9112, section 3.2); an HTTP/1.0 request may name none. */
export const hostHeader: Guard = {
  check({ raw }) {
    // `headers.host` hides duplicates; the raw list has names at its even places.
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length === 1 || (hosts.length === 0 && raw.httpVersion === '1.0')) return;
    throw new MalformedRequest('An HTTP/1.1 request needs exactly one Host header.');
  },
};
