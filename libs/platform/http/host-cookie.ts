import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A cookie for this host that pages cannot read. Over https its name has the prefix `__Host-`, which binds it to the
 * host, to the path and to https (RFC 6265bis, section 4.1.3).
 */
export class HostCookie {
  constructor(
    private readonly name: string,
    private readonly maxAgeSeconds: number,
  ) {}

  read(request: FastifyRequest): string | undefined {
    return parseCookie(request.headers.cookie ?? '')[this.nameFor(isSecure(request))];
  }

  set(reply: FastifyReply, value: string, maxAge = this.maxAgeSeconds): void {
    void reply.header('set-cookie', this.headerFor(isSecure(reply.request), value, maxAge));
  }

  clear(reply: FastifyReply): void {
    this.set(reply, '', 0);
  }

  /** The value of the header `Set-Cookie`, for error classes, which have no access to the response. */
  headerFor(secure: boolean, value: string, maxAge = this.maxAgeSeconds): string {
    const attributes = { httpOnly: true, sameSite: 'lax' as const, path: '/', maxAge, secure };
    return stringifySetCookie({ name: this.nameFor(secure), value, ...attributes });
  }

  private nameFor(secure: boolean): string {
    return secure ? `__Host-${this.name}` : this.name;
  }
}

/** Whether the client uses https, according to a trusted proxy or else to the connection. */
export const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https';
