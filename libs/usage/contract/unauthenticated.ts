import { ApiProperty } from '@nestjs/swagger';
import { EnumParameter, NextCursor, NullableText, OpaquePageCursor, PageLimit } from '#platform/contract';

/** Prefix of the opaque IDs of unauthenticated requests. */
export const UNAUTHENTICATED_PREFIX = 'una';

const EXAMPLE = 'una_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI';

export const REJECTIONS = [
  'unknown',
  'revoked',
  'expired',
  'wrong_tenant',
  'suspended',
  'malformed',
  'missing',
] as const;

export class UnauthenticatedQuery {
  @OpaquePageCursor(EXAMPLE)
  before?: string;

  @PageLimit('requests')
  limit: number;

  @EnumParameter({ of: REJECTIONS, description: 'Only requests rejected for this reason.', example: 'revoked' })
  reason?: (typeof REJECTIONS)[number];
}

export class UnauthenticatedView {
  @ApiProperty({ description: 'ID of the entry. Opaque; IDs do not sort by time.', example: EXAMPLE })
  id: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the request.' })
  at: string;

  @ApiProperty({
    enum: REJECTIONS,
    description:
      'Why the request was rejected. `missing`: it has no key or no `X-Tenant`. `suspended`: the tenant is suspended. The response does not tell.',
  })
  reason: string;

  @NullableText('Slug in `X-Tenant`, whether or not there is such a tenant; null without a slug.', 'demo')
  tenant: string | null;

  @NullableText(
    'Prefix and the first and last four random characters of the key; null unless it is well-formed.',
    'ny_sandbox_8fK2…Q9xZ',
  )
  key_hint: string | null;

  @ApiProperty({ description: 'IP address of the client.', example: '192.0.2.7' })
  address: string;

  @ApiProperty({ description: 'HTTP method.', example: 'POST' })
  method: string;

  @ApiProperty({ description: 'Path of the route.', example: '/api/v1/sandbox/domains/search' })
  endpoint: string;

  @ApiProperty({ description: '`X-Request-Id` of the response.', example: 'req_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  request_id: string;
}

export class UnauthenticatedPage {
  @ApiProperty({ type: [UnauthenticatedView], description: 'Requests, newest first.' })
  requests: UnauthenticatedView[];

  @NextCursor(EXAMPLE)
  next: string | null;
}
