import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiParam } from '@nestjs/swagger';
import { REFUSAL_PREFIX } from './refuses.js';

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
