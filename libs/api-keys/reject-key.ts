import type { FastifyRequest } from 'fastify';
import type { RejectedKey, Rejection } from '#identity/access';
import { LABEL } from '#platform/model';
import { hashOf, hintOf, isWellFormed, scopeOfKey } from './model/key-value.js';

/** RFC 6750, section 2.1; the scheme's case does not matter (RFC 9110, section 11.1). */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trimEnd();

export const slugOf = ({ headers }: FastifyRequest): string => String(headers['x-tenant'] ?? '').trim();

/** Notes on the request why it is not authenticated, for the log of unauthenticated requests. */
export function noteRejection(request: FastifyRequest, reason: Rejection, isKnownTenant = false): void {
  const slug = slugOf(request);
  request.rejectedKey = {
    reason,
    tenant: LABEL.test(slug) ? slug : null,
    isKnownTenant,
    key: claimedKey(bearerOf(request)),
  };
}

function claimedKey(value = ''): RejectedKey['key'] {
  if (!isWellFormed(value)) return null;
  const { start, end } = hintOf(value);
  return { start: `ny_${scopeOfKey(value)}_${start}`, end, hash: hashOf(value) };
}
