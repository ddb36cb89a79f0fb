import { ApiProperty } from '@nestjs/swagger';
import { Choice, Field, Instant, Text, Whole, Words } from '#platform/contract';

const SCOPES = ['sandbox', 'live'] as const;

/** A key as the command line and the portal show it; never its value. */
export class KeyView {
  @ApiProperty({ example: 'key_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ example: 'CI' })
  name: string;

  @ApiProperty({ description: 'Prefix, first and last four random characters.', example: 'ny_sandbox_abcd…wxyz' })
  hint: string;

  @ApiProperty({ enum: SCOPES })
  scope: 'sandbox' | 'live';

  @ApiProperty({ type: [String], example: ['sandbox.search'] })
  permissions: string[];

  @ApiProperty({ description: 'Requests a minute.', example: 60 })
  limit: number;

  @ApiProperty({ enum: ['active', 'expired', 'revoked'] })
  status: 'active' | 'expired' | 'revoked';

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revoked_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'At most a minute behind.' })
  last_used_at: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The key that took its place.' })
  rolled_to: string | null;
}

export class Permissions {
  @ApiProperty({ type: [String] })
  sandbox: string[];

  @ApiProperty({ type: [String] })
  live: string[];
}

export class KeysView {
  @ApiProperty({ type: [KeyView], description: 'The oldest first; of those that ended the latest 200.' })
  keys: KeyView[];

  @ApiProperty({ type: Permissions, description: 'What a key of each scope can be allowed to do.' })
  permissions: Permissions;
}

export class KeyWithValue {
  @ApiProperty({ type: KeyView })
  key: KeyView;

  @ApiProperty({ description: 'Shown this once.', example: 'ny_sandbox_…' })
  value: string;
}

const Name = (optional: boolean) => Text({ max: 100, optional, description: 'What people call it.', example: 'CI' });

const KeyPermissions = () =>
  Words({
    most: 20,
    optional: true,
    description: 'What it may do; without a list, all that its scope allows.',
    example: ['sandbox.search'],
  });

const Limit = () =>
  Whole({
    min: 1,
    max: 1_000_000,
    optional: true,
    description: 'Requests a minute; for operators to say.',
    example: 60,
  });

export class NewKeyRequest {
  @Name(false)
  name: string;

  @Choice({ of: SCOPES, description: 'What it opens: the sandbox, or the live registrar.' })
  scope: 'sandbox' | 'live';

  @KeyPermissions()
  permissions?: string[] | null;

  @Limit()
  limit?: number | null;

  @Instant({ optional: true, description: 'When it ends; without one it ends when it is revoked.' })
  expires_at?: string | null;
}

export class KeyChange {
  @Name(true)
  name?: string | null;

  @KeyPermissions()
  permissions?: string[] | null;

  @Limit()
  limit?: number | null;
}

export class RollRequest {
  @Whole({ min: 0, max: 168, description: 'For how many hours the old key works beside the new one.', example: 24 })
  overlap_hours: number;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

export class TryRequest {
  @Text({ max: 255, description: 'Which key makes the call.', example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  key_id: string;

  @Choice({ of: ['search', 'order', 'checkout', 'registrar.search'], description: 'Which call.' })
  call: 'search' | 'order' | 'checkout' | 'registrar.search';

  /** As it was sent: what is wrong with it is for the API to say. */
  @Field({
    normalise: value => value,
    problem: value => (isObject(value) ? undefined : 'must be a JSON object, the body of the call'),
    schema: { type: Object, additionalProperties: true, description: 'The body of the call.' },
  })
  body: object;

  @Text({ max: 255, optional: true, description: 'Sent as X-Idempotency-Key.', example: 'once-and-for-all' })
  idempotency_key?: string | null;
}

const Headers = () =>
  ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, description: 'Names and values.' });

const Body = () => ApiProperty({ type: 'object', additionalProperties: true, description: 'As JSON.' });

export class TriedRequest {
  @ApiProperty({ enum: ['POST'] })
  method: 'POST';

  @ApiProperty({ example: '/api/v1/sandbox/domains/search' })
  path: string;

  @Headers()
  headers: Record<string, string>;

  @Body()
  body: object;
}

export class TriedResponse {
  @ApiProperty({ example: 200 })
  status: number;

  @Headers()
  headers: Record<string, string>;

  @Body()
  body: object;

  @ApiProperty({ example: 4.2 })
  duration_ms: number;
}

export class TryView {
  @ApiProperty({ type: TriedRequest, description: 'With `$NAMEYARD_KEY` in the place of the key.' })
  request: TriedRequest;

  @ApiProperty({ type: TriedResponse })
  response: TriedResponse;
}
