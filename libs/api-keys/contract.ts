import { IsObject } from 'class-validator';
import {
  Check,
  DateTime,
  DateTimeField,
  EnumField,
  Field,
  Integer,
  IntegerField,
  isDateTime,
  Normalize,
  NullableDateTime,
  NullableText,
  Property,
  StringListField,
  TextField,
  utcOf,
} from '#platform/contract';
import { MAX_LIMIT } from './model/errors.js';

const SCOPES = ['sandbox', 'live'] as const;

/** An API key without its value, for the command line and the portal. */
export class KeyView {
  /** ID of the API key. @example key_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  id: string;

  /** Name of the API key. @example CI */
  name: string;

  /** Prefix and the first and last four random characters of the value. @example ny_sandbox_abcd…wxyz */
  hint: string;

  /** Scope: the sandbox or the live registrar. */
  @Property({ enum: SCOPES }) scope: 'sandbox' | 'live';

  /** Permissions of the key. @example ["sandbox.search"] */
  permissions: string[];

  /** Maximum number of requests per minute. @example 60 */
  @Integer() limit: number;

  /** Status of the key. */
  @Property({ enum: ['active', 'expired', 'revoked'] }) status: 'active' | 'expired' | 'revoked';

  /** Time when the key was created. */
  @DateTime() created_at: string;

  @NullableDateTime('Time when the key expires; null if it does not expire.', null) expires_at: string | null;

  @NullableDateTime('Time when the key was revoked; null if it was not.', null) revoked_at: string | null;

  @NullableDateTime('Time of the last use, at most a minute late; null if the key was not used.')
  last_used_at: string | null;

  @NullableText('ID of the key that replaces this one; null if the key was not rolled.', null) rolled_to: string | null;
}

export class Permissions {
  /** Permissions of the scope `sandbox`. @example ["sandbox.search"] */
  sandbox: string[];

  /** Permissions of the scope `live`. @example ["registrar.search"] */
  live: string[];
}

export class KeysView {
  /** All active keys and the latest 200 expired or revoked ones, oldest first. */
  keys: KeyView[];

  /** Permissions that a key can have, by scope. */
  permissions: Permissions;

  /**
   * Description of each permission.
   * @example { "sandbox.search": "Search domains, prices and TLDs, and read registrations" }
   */
  descriptions: Record<string, string>;
}

export class KeyWithValue {
  /** The API key. */
  key: KeyView;

  /** Value of the API key. Shown only once. @example ny_sandbox_… */
  value: string;
}

const Name = ({ optional = false } = {}) =>
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
  @Name() name: string;

  /** Scope: the sandbox or the live registrar. */
  @EnumField({ of: SCOPES }) scope: 'sandbox' | 'live';

  @KeyPermissions() permissions?: string[];

  @Limit() limit?: number;

  /** Time when the key expires (RFC 3339, years 0001–9999); default: never. */
  @DateTimeField({ optional: true }) expires_at?: string;
}

export class KeyChange {
  @Name({ optional: true }) name?: string;

  @KeyPermissions() permissions?: string[];

  @Limit() limit?: number;

  /**
   * Time when the key expires (RFC 3339, years 0001–9999), in the future, or `never`. Only for active keys.
   * @example 2027-12-31T23:59:59Z
   */
  @Field(
    { optional: true, type: String },
    Normalize(utcOf),
    Check(
      value => value === 'never' || isDateTime(value),
      'must be a date and time with a time zone, for example 2027-12-31T23:59:59Z, or never',
    ),
  )
  expires_at?: string;
}

export class RollRequest {
  /** Hours during which the old key still works (0–168). @example 24 */
  @IntegerField({ min: 0, max: 168 }) overlap_hours: number;
}

export class TryRequest {
  /** ID of the API key to make the call with. @example key_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextField({ max: 255 }) key_id: string;

  /** API call to make. */
  @EnumField({ of: ['search', 'check', 'order', 'renew', 'checkout', 'registrar.search'] })
  call: 'search' | 'check' | 'order' | 'renew' | 'checkout' | 'registrar.search';

  /** Only its type is validated here. The called API reports invalid fields. */
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

  /** Idempotency key of the call. @example once-and-for-all */
  @TextField({ max: 255, optional: true }) idempotency_key?: string;
}

const Headers = () =>
  Property({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Headers by name.',
    example: { 'content-type': 'application/json' },
  });

const Body = (example: object) =>
  Property({ type: 'object', additionalProperties: true, description: 'JSON body.', example });

export class TriedRequest {
  /** HTTP method. */
  @Property({ enum: ['POST'] }) method: 'POST';

  /** Path of the call. @example /api/v1/sandbox/domains/search */
  path: string;

  @Headers() headers: Record<string, string>;

  @Body({ domain: 'example.com' }) body: object;
}

export class TriedResponse {
  /** HTTP status. @example 200 */
  @Integer() status: number;

  @Headers() headers: Record<string, string>;

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

  /** Duration of the call in milliseconds. @example 4.2 */
  duration_ms: number;
}

export class TryView {
  /** Request, with `$NAMEYARD_KEY` in place of the API key. */
  request: TriedRequest;

  /** Response of the API. */
  response: TriedResponse;
}
