import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'nameyard_session';

/** A week: the server ends a session earlier, this only keeps browsers from sending what has long been over. */
const MAX_AGE_SECONDS = 7 * 24 * 3_600;

/** Behind https the name itself binds the cookie to this host, this path and https (RFC 6265bis, section 4.1.3). */
const nameFor = (secure: boolean): string => (secure ? `__Host-${NAME}` : NAME);

/** As a proxy that is trusted says, else as the connection is. */
const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https';

export function tokenOf(request: FastifyRequest): string | undefined {
  const cookies = parseCookie(request.headers.cookie ?? '');
  return cookies[nameFor(isSecure(request))];
}

export function setToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
  write(request, reply, token, MAX_AGE_SECONDS);
}

export function clearToken(request: FastifyRequest, reply: FastifyReply): void {
  write(request, reply, '', 0);
}

function write(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  const secure = isSecure(request);
  const name = nameFor(secure);
  const cookie = { name, value, httpOnly: true, sameSite: 'lax' as const, path: '/', maxAge, secure };
  void reply.header('set-cookie', stringifySetCookie(cookie));
}
