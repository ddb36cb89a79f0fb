import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiHeader, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';

class BrokenFieldView {
  @ApiProperty({ description: 'Dotted path of the field.', example: 'owner.email' })
  field: string;

  @ApiProperty({ description: 'What the field must be.' })
  message: string;
}

class ErrorView {
  @ApiProperty({ description: 'What went wrong, for programs.', example: 'DOMAIN_TAKEN' })
  code: string;

  @ApiProperty({ description: 'What went wrong and how to mend it, for people.' })
  message: string;

  @ApiProperty({ type: [BrokenFieldView], required: false, description: 'Every broken field, on validation errors.' })
  details?: BrokenFieldView[];
}

export class Failure {
  @ApiProperty({ type: Boolean, enum: [false] })
  success: false;

  @ApiProperty({ type: 'null', description: 'Always null on failure.' } as never)
  data: null;

  @ApiProperty({ type: ErrorView })
  error: ErrorView;
}

/** A refusal that a route can end in: its status and the codes that come with it. */
export function ApiRefusal(status: number, codes: string[], description: string) {
  return applyDecorators(
    ApiExtraModels(Failure),
    ApiResponse({
      status,
      description: `${description} Code: ${codes.map(code => `\`${code}\``).join(', ')}.`,
      headers: REQUEST_ID,
      content: { 'application/json': { schema: { $ref: getSchemaPath(Failure) } } },
    }),
  );
}

export const REQUEST_ID = {
  'X-Request-Id': { description: "The caller's own id, or one made here.", schema: { type: 'string' as const } },
};

/** What every route behind a key can answer before its own work begins. */
export function describeGuards({ scope, permission }: { scope: string; permission: string }) {
  return applyDecorators(
    ApiRefusal(
      401,
      ['API_KEY_REQUIRED', 'TENANT_REQUIRED', 'API_KEY_INVALID'],
      'No key, no tenant, or a key that does not open this tenant.',
    ),
    ApiRefusal(
      403,
      ['SCOPE_DENIED', 'PERMISSION_DENIED'],
      `The key lacks the scope \`${scope}\` or the permission \`${permission}\`.`,
    ),
    ApiRefusal(421, ['MISDIRECTED_REQUEST'], "The host name serves a tenant's own interface."),
    ApiRefusal(429, ['RATE_LIMITED'], 'The key has used up its requests for this minute.'),
    ApiRefusal(500, ['INTERNAL_ERROR'], 'A fault of the service.'),
    ApiRefusal(503, ['SERVICE_UNAVAILABLE'], 'PostgreSQL cannot be reached; try again after `Retry-After` seconds.'),
  );
}

/** What every route of the portal's back end can answer, whoever comes. */
export const describeVisit = () =>
  applyDecorators(
    ApiRefusal(403, ['FOREIGN_ORIGIN'], 'A change was asked for by a page of another origin.'),
    ApiRefusal(421, ['MISDIRECTED_REQUEST'], "The host name serves a tenant's own interface."),
    ApiRefusal(500, ['INTERNAL_ERROR'], 'A fault of the service.'),
    ApiRefusal(503, ['SERVICE_UNAVAILABLE'], 'PostgreSQL cannot be reached; try again after `Retry-After` seconds.'),
  );

/** What every route that is for people can answer before its own work begins. */
export function describeLogin({ person }: { person: string }) {
  const forOperators = ApiRefusal(403, ['OPERATORS_ONLY'], 'The caller is no operator.');
  return applyDecorators(
    ApiRefusal(401, ['LOGIN_REQUIRED'], 'Nobody is logged in, or the session has ended.'),
    ...(person === 'operator' ? [forOperators] : []),
    describeVisit(),
  );
}

/** What every route with a body can answer. */
export const ApiBodyRefusals = () =>
  applyDecorators(
    ApiRefusal(400, ['MALFORMED_JSON'], 'The body is not JSON.'),
    ApiRefusal(406, ['NOT_ACCEPTABLE'], 'Accept excludes JSON.'),
    ApiRefusal(413, ['PAYLOAD_TOO_LARGE'], 'The body is larger than 64 KiB.'),
    ApiRefusal(415, ['UNSUPPORTED_MEDIA_TYPE'], 'The body is not declared as JSON.'),
  );

/** A change that says everything in its address; its body is `{}`. */
export const ApiEmptyBody = () =>
  applyDecorators(
    ApiBody({ description: 'An empty object.', schema: { type: 'object', example: {} } }),
    ApiBodyRefusals(),
  );

/** The header of calls that take effect once per key. */
export const ApiOnce = () =>
  ApiHeader({
    name: 'X-Idempotency-Key',
    required: false,
    description:
      'A UUID of your own; the same key and body within 24 hours give the first answer again. `Idempotency-Key` is read too.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });
