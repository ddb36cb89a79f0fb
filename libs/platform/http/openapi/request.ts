import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiParam } from '@nestjs/swagger';
import { IdempotencyInProgress, IdempotencyKeyReused } from '../idempotency/errors.js';
import { Refuses } from './refuses.js';

/** Documents the idempotency key and its errors. */
export const ApiIdempotencyKey = () =>
  applyDecorators(
    ApiHeader({
      name: 'X-Idempotency-Key',
      required: false,
      description:
        'Idempotency key, for example a UUID. Another request with the same key and body within 24 hours gets the first response again. `Idempotency-Key` is accepted as well, also as a quoted string with parameters (RFC 9651), which are ignored.',
      example: '7d1f7f1e-8f0d-4b3e-9a53-2f6c1c1f0a55',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    }),
    Refuses(IdempotencyInProgress, IdempotencyKeyReused),
  );

/** Documents the path parameter `id`. */
export const ApiPathId = (name: string, example: string) =>
  ApiParam({ name: 'id', description: `ID of the ${name}.`, example });
