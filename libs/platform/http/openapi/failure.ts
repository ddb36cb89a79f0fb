import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiParam } from '@nestjs/swagger';
import { docsOf } from '../errors/refusal.js';
import { ValidationFailed } from '../errors/validation-failed.js';
import { LiveEnvelopeMeta } from './answer.js';
import { Property } from './property.js';
import { IdempotencyInProgress, IdempotencyKeyReused } from '../idempotency/errors.js';
import { Refuses } from './refuses.js';

/** The origin of `docs` in examples. */
export const EXAMPLE_ORIGIN = 'http://127.0.0.1:3000';

/** A price that was refused. */
class RefusedAmount {
  /** Currency (ISO 4217). @example USD */
  currency: string;

  /** Price, with at most two decimals. @example 11.99 */
  total: number;
}

class BrokenFieldView {
  /** Dotted path of the field. @example owner.email */
  field: string;

  /** What the field must be. @example "must be an email address" */
  message: string;

  /** Rule that refused the value, as in `meta.rule` of a search. Only present on `DOMAIN_TAKEN`. @example registered */
  rule?: string;

  /** Price that was refused. Only present on `PRICE_NOT_ACCEPTED`. */
  amount?: RefusedAmount;
}

export class ErrorView {
  /** Error code, for programs. @example VALIDATION_FAILED */
  code: string;

  /** What is wrong and what to do, for people. The text may change. @example "The request is not valid." */
  message: string;

  /** Whether the same request can succeed later, after the time in `Retry-After` if there is one. @example false */
  retryable: boolean;

  @Property({
    description:
      'Documentation of the error: its cause, whether to retry, and how to reproduce it. A URL if the request was sent to a ' +
      'host of `PUBLIC_HOSTS` or to a loopback address; otherwise only the path.',
    format: 'uri-reference',
    pattern: '^(https?://[^/]+)?/docs/errors#[A-Za-z_]+$',
    example: EXAMPLE_ORIGIN + docsOf('VALIDATION_FAILED'),
  })
  docs: string;

  /** All refused fields. Only present on errors that concern fields of the request. */
  details?: BrokenFieldView[];
}

/** The body of every failure. */
export class Failure {
  /** Always false on failure. */
  @Property({ type: Boolean, enum: [false] }) success: false;

  @Property({ type: 'null', description: 'Always null on failure.' } as never) data: null;

  @Property({ type: ErrorView }) error: ErrorView;

  /** Only present on errors of the live API. */
  @Property({ type: LiveEnvelopeMeta }) meta?: LiveEnvelopeMeta;
}

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
    Refuses(IdempotencyInProgress, IdempotencyKeyReused, ValidationFailed),
  );

export const ApiPathId = (name: string, example: string) =>
  ApiParam({ name: 'id', description: `ID of the ${name}.`, example });
