import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiParam } from '@nestjs/swagger';

/** A failure that a route documents. */
export interface DocumentedRefusal {
  status: number;
  code: string;
  /** When the code is sent, as a sentence. */
  meaning: string;
  /** The header that is sent with the code. */
  header?: ResponseHeader;
}

type ResponseHeader = 'Retry-After' | 'WWW-Authenticate';

/** Refusals are extensions of an operation, one per code, until the document groups them by status. */
export const REFUSAL_PREFIX = 'x-refusal-';

/**
 * Failures that a route can answer with: the status, its codes with their meanings, and the header that comes with them.
 * Several refusals with the same status are merged into one response. A code on a route replaces the same code of its
 * guards.
 */
export function ApiRefusal(
  status: number,
  codes: Record<string, string>,
  { header }: { header?: ResponseHeader } = {},
) {
  const refusals = Object.entries(codes).map(([code, meaning]): DocumentedRefusal => ({
    status,
    code,
    meaning,
    header,
  }));
  return applyDecorators(...refusals.map(refusal => ApiExtension(REFUSAL_PREFIX + refusal.code, refusal)));
}

/** Failures of every route that answers in the envelope. */
const describeEnvelope = () =>
  applyDecorators(
    ApiRefusal(406, { NOT_ACCEPTABLE: 'The `Accept` header excludes `application/json`.' }),
    ApiRefusal(421, { MISDIRECTED_REQUEST: 'The host name belongs to the branded interface of a tenant.' }),
    ApiRefusal(
      503,
      { SERVICE_UNAVAILABLE: 'The database is not available. Retry after the time in `Retry-After`.' },
      { header: 'Retry-After' },
    ),
  );

/** Failures of every route that requires an API key, before its own work begins. */
export const describeGuards = ({ scope, permission }: { scope: string; permission: string }) =>
  applyDecorators(
    ApiRefusal(
      401,
      {
        API_KEY_REQUIRED: 'The `Authorization` header is missing or does not use the `Bearer` scheme.',
        API_KEY_INVALID:
          'The API key is unknown, expired or revoked, or belongs to another tenant, or the tenant is suspended.',
      },
      { header: 'WWW-Authenticate' },
    ),
    ApiRefusal(401, { TENANT_REQUIRED: 'The `X-Tenant` header is missing.' }),
    ApiRefusal(403, {
      SCOPE_DENIED: `The API key does not have the scope \`${scope}\`.`,
      PERMISSION_DENIED: `The API key does not have the permission \`${permission}\`.`,
    }),
    ApiRefusal(
      429,
      { RATE_LIMITED: 'The API key has used all its requests for the current minute.' },
      { header: 'Retry-After' },
    ),
    describeEnvelope(),
  );

/** Failures of every route of the portal's back end. */
export const describeVisit = () =>
  applyDecorators(
    ApiRefusal(403, { FOREIGN_ORIGIN: 'A page of another origin sent the request.' }),
    describeEnvelope(),
  );

/** Failures of every route of the portal's back end that requires a session, before its own work begins. */
export const describeLogin = ({ person }: { person: string }) =>
  applyDecorators(
    ApiRefusal(401, { LOGIN_REQUIRED: 'The session cookie is missing, or the session has ended.' }),
    ...(person === 'operator' ? [ApiRefusal(403, { OPERATORS_ONLY: 'The route requires the role `operator`.' })] : []),
    describeVisit(),
  );

/** The header of calls that can be retried without taking effect twice. */
export const ApiOnce = () =>
  applyDecorators(
    ApiHeader({
      name: 'X-Idempotency-Key',
      required: false,
      description:
        'Idempotency key, for example a UUID. Another request with the same key and body within 24 hours gets the first response again. `Idempotency-Key` is accepted as well.',
      example: '7d1f7f1e-8f0d-4b3e-9a53-2f6c1c1f0a55',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    }),
    ApiRefusal(
      409,
      { IDEMPOTENCY_IN_PROGRESS: 'The first request with this idempotency key is still in progress.' },
      { header: 'Retry-After' },
    ),
    ApiRefusal(422, { IDEMPOTENCY_KEY_REUSED: 'The idempotency key was already used with a different request body.' }),
  );

/** Documents the path parameter `id` and its 404. */
export const ApiPathId = (code: string, thing: string, example: string) =>
  applyDecorators(
    ApiParam({ name: 'id', description: `ID of the ${thing}.`, example }),
    ApiRefusal(404, { [code]: `The ${thing} does not exist.` }),
  );
