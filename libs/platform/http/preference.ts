import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the client prefers not to wait (`Prefer: respond-async`, RFC 7240). The response confirms it. */
export function prefersAsync({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): boolean {
  const preferences = String(request.headers['prefer']).toLowerCase().split(',');
  const isPreferred = preferences.some(preference => preference.split(';')[0]!.trim() === 'respond-async');
  if (isPreferred) reply.header('Preference-Applied', 'respond-async');
  return isPreferred;
}
