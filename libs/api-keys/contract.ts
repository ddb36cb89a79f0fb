import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import {
  Check,
  EnumField,
  Field,
  isDateTime,
  Normalize,
  DateTimeField,
  TextField,
  IntegerField,
  StringListField,
  NullableDateTime,
  NullableText,
  utcOf,
} from '#platform/contract';
import { MAX_LIMIT } from './model/errors.js';

const SCOPES = ['sandbox', 'live'] as const;

/** An API key without its value, for the command line and the portal. */
export class KeyView {
  @ApiProperty({ description: 'ID of the API key.', example: 'key_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'Name of the API key.', example: 'CI' })
  name: string;

  @ApiProperty({
    description: 'Prefix and the first and last four random characters of the value.',
    example: 'ny_sandbox_abcd…wxyz',
  })
  hint: string;

  @ApiProperty({ enum: SCOPES, description: 'Scope: the sandbox or the live registrar.' })
  scope: 'sandbox' | 'live';

  @ApiProperty({ type: [String], description: 'Permissions of the key.', example: ['sandbox.search'] })
  permissions: string[];

  @ApiProperty({ type: 'integer', description: 'Maximum number of requests per minute.', example: 60 })
  limit: number;

  @ApiProperty({ enum: ['active', 'expired', 'revoked'], description: 'Status of the key.' })
  status: 'active' | 'expired' | 'revoked';

  @ApiProperty({ format: 'date-time', description: 'Time when the key was created.' })
  created_at: string;

  @NullableDateTime('Time when the key expires; null if it does not expire.', null)
  expires_at: string | null;

  @NullableDateTime('Time when the key was revoked; null if it was not.', null)
  revoked_at: string | null;

  @NullableDateTime('Time of the last use, at most a minute late; null if the key was not used.')
  last_used_at: string | null;

  @NullableText('ID of the key that replaces this one; null if the key was not rolled.', null)
  rolled_to: string | null;
}

export class Permissions {
  @ApiProperty({ type: [String], description: 'Permissions of the scope `sandbox`.', example: ['sandbox.search'] })
  sandbox: string[];

  @ApiProperty({ type: [String], description: 'Permissions of the scope `live`.', example: ['registrar.search'] })
  live: string[];
}

export class KeysView {
  @ApiProperty({
    type: [KeyView],
    description: 'All active keys and the latest 200 expired or revoked ones, oldest first.',
  })
  keys: KeyView[];

  @ApiProperty({ type: Permissions, description: 'Permissions that a key can have, by scope.' })
  permissions: Permissions;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Description of each permission.',
    example: { 'sandbox.search': 'Search domains and prices, and read registrations' },
  })
  descriptions: Record<string, string>;
}

export class KeyWithValue {
  @ApiProperty({ type: KeyView, description: 'The API key.' })
  key: KeyView;

  @ApiProperty({ description: 'Value of the API key. Shown only once.', example: 'ny_sandbox_…' })
  value: string;
}

const Name = (optional: boolean) =>
  TextField({ max: 100, optional, description: 'Name of the API key.', example: 'CI' });

const KeyPermissions = () =>
  StringListField({
    maxItems: 20,
    optional: true,
    description: 'Permissions of the key; default: all permissions of its scope.',
    example: ['sandbox.search'],
  });

const Limit = () =>
  IntegerField({
    min: 1,
    max: MAX_LIMIT,
    optional: true,
    description: 'Maximum number of requests per minute. Only operators can set it.',
    example: 60,
  });

export class NewKeyRequest {
  @Name(false)
  name: string;

  @EnumField({ of: SCOPES, description: 'Scope: the sandbox or the live registrar.' })
  scope: 'sandbox' | 'live';

  @KeyPermissions()
  permissions?: string[];

  @Limit()
  limit?: number;

  @DateTimeField({
    optional: true,
    description: 'Time when the key expires (RFC 3339, years 0001–9999); default: never.',
  })
  expires_at?: string;
}

export class KeyChange {
  @Name(true)
  name?: string;

  @KeyPermissions()
  permissions?: string[];

  @Limit()
  limit?: number;

  @Field(
    {
      optional: true,
      type: String,
      description:
        'Time when the key expires (RFC 3339, years 0001–9999), in the future, or `never`. Only for active keys.',
      example: '2027-12-31T23:59:59Z',
    },
    Normalize(utcOf),
    Check(
      value => value === 'never' || isDateTime(value),
      'must be a date and time with a time zone, for example 2027-12-31T23:59:59Z, or never',
    ),
  )
  expires_at?: string;
}

export class RollRequest {
  @IntegerField({ min: 0, max: 168, description: 'Hours during which the old key still works (0–168).', example: 24 })
  overlap_hours: number;
}

export class TryRequest {
  @TextField({
    max: 255,
    description: 'ID of the API key to make the call with.',
    example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  key_id: string;

  @EnumField({ of: ['search', 'order', 'renew', 'checkout', 'registrar.search'], description: 'API call to make.' })
  call: 'search' | 'order' | 'renew' | 'checkout' | 'registrar.search';

  /** Not validated here, so that the API answers invalid bodies. */
  @Field(
    {
      type: Object,
      additionalProperties: true,
      description: 'Request body of the call.',
      example: { domain: 'example.com' },
    },
    IsObject({ message: 'must be a JSON object, the body of the call' }),
  )
  body: object;

  @TextField({
    max: 255,
    optional: true,
    description: 'Idempotency key of the call.',
    example: 'once-and-for-all',
  })
  idempotency_key?: string;
}

const Headers = () =>
  ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Headers by name.',
    example: { 'content-type': 'application/json' },
  });

const Body = (example: object) =>
  ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON body.', example });

export class TriedRequest {
  @ApiProperty({ enum: ['POST'], description: 'HTTP method.' })
  method: 'POST';

  @ApiProperty({ description: 'Path of the call.', example: '/api/v1/sandbox/domains/search' })
  path: string;

  @Headers()
  headers: Record<string, string>;

  @Body({ domain: 'example.com' })
  body: object;
}

export class TriedResponse {
  @ApiProperty({ type: 'integer', description: 'HTTP status.', example: 200 })
  status: number;

  @Headers()
  headers: Record<string, string>;

  @Body({
    success: false,
    data: null,
    error: {
      code: 'INVALID_DOMAIN',
      message: 'The text is not a valid domain.',
      retryable: false,
      docs: 'http://127.0.0.1:3000/docs/errors#INVALID_DOMAIN',
    },
  })
  body: object;

  @ApiProperty({ description: 'Duration of the call in milliseconds.', example: 4.2 })
  duration_ms: number;
}

export class TryView {
  @ApiProperty({ type: TriedRequest, description: 'Request, with `$NAMEYARD_KEY` in place of the API key.' })
  request: TriedRequest;

  @ApiProperty({ type: TriedResponse, description: 'Response of the API.' })
  response: TriedResponse;
}
