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
    return parseCookie(request.headers.cookie ?? '')[this.nameFor(request)];
  }

  set(request: FastifyRequest, reply: FastifyReply, value: string): void {
    this.write(request, reply, value, this.maxAgeSeconds);
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    this.write(request, reply, '', 0);
  }

  private write(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
    const attributes = { httpOnly: true, sameSite: 'lax' as const, path: '/', maxAge, secure: isSecure(request) };
    void reply.header('set-cookie', stringifySetCookie({ name: this.nameFor(request), value, ...attributes }));
  }

  private nameFor(request: FastifyRequest): string {
    return isSecure(request) ? `__Host-${this.name}` : this.name;
  }
}

/** The protocol that a trusted proxy reports, else that of the connection. */
const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https';
