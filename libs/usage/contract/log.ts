import { ApiProperty } from '@nestjs/swagger';
import {
  NextCursor,
  OpaqueIdParameter,
  OpaquePageCursor,
  PageLimit,
  TextParameter,
  NullableText,
} from '#platform/contract';
import { RangeQuery } from './charts.js';

/** Prefix of the opaque IDs of logged requests. */
export const REQUEST_PREFIX = 'log';

/** Takes the place of the key ID in requests to the storefront, which have no API key. */
export const STOREFRONT_KEY = 'storefront';

/** In place of a key, for the requests of temporary tenants. */
export const WORLDS_KEY = 'worlds';

/** Filters for the request log; a request must match all of them. */
export class RequestsQuery extends RangeQuery {
  @OpaquePageCursor('log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI')
  before?: string;

  @OpaqueIdParameter({
    description:
      '`latest` from an earlier response: returns the requests logged since then, oldest first, for a live view. Requests older than 15 minutes are not returned.',
    example: 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI',
  })
  after?: string;

  @PageLimit('requests')
  limit: number;

  @TextParameter({
    description: 'Only the request with this `X-Request-Id`.',
    example: 'req_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  request_id?: string;

  @TextParameter({
    description: `Only requests with this API key (ID), or \`${STOREFRONT_KEY}\` for requests to the storefront, or \`${WORLDS_KEY}\` for requests of worlds.`,
    example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  key?: string;

  @TextParameter({ description: 'Only requests to this path.', example: '/api/v1/sandbox/domains/search' })
  endpoint?: string;

  @TextParameter({
    description: 'Only responses with this status or status class.',
    example: '4xx',
    pattern: /^([1-5]\d\d|[2-5]xx)$/,
    message: 'must be a status such as 404, or 2xx, 3xx, 4xx or 5xx',
  })
  status?: string;

  @TextParameter({ description: 'Only responses with this error code.', example: 'DOMAIN_TAKEN' })
  code?: string;

  @TextParameter({ description: 'Only requests about this domain.', example: 'my-shop.com' })
  domain?: string;
}

export class KeySummary {
  @ApiProperty({
    description: `ID of the API key, \`${STOREFRONT_KEY}\` or \`${WORLDS_KEY}\`.`,
    example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  id: string;

  @ApiProperty({ description: 'Name of the API key, or `Storefront`.', example: 'sandbox key' })
  name: string;

  @NullableText(
    'Prefix and the first and last four random characters of the value; null for the storefront.',
    'ny_sandbox_8fK2…Q9xZ',
  )
  hint: string | null;
}

export class RequestView {
  @ApiProperty({
    description: 'ID of the request. Opaque; IDs do not sort by time.',
    example: 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI',
  })
  id: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the request.' })
  at: string;

  @ApiProperty({ description: '`X-Request-Id` of the response.', example: 'req_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  request_id: string;

  @ApiProperty({ type: KeySummary, nullable: true, description: 'API key of the request, or the storefront.' })
  key: KeySummary | null;

  @ApiProperty({ description: 'HTTP method.', example: 'POST' })
  method: string;

  @ApiProperty({ description: 'Path of the route.', example: '/api/v1/sandbox/domains/search' })
  endpoint: string;

  @ApiProperty({ type: 'integer', description: 'HTTP status.', example: 200 })
  status: number;

  @NullableText('Error code; null on success.', null)
  code: string | null;

  @ApiProperty({ description: 'Duration in milliseconds.', example: 3.2 })
  duration_ms: number;

  @NullableText('Domain of the request, if any.', 'my-shop.com')
  domain: string | null;

  @NullableText(
    'Fault that changed the response: `header`, `storefront`, or the ID of a rule; null for others. Clients do not receive a response with the code `ANSWER_LOST`.',
    null,
  )
  faulted: string | null;

  @NullableText(
    'curl command for a similar request; null for requests to the storefront. It uses `$NAMEYARD_KEY` as the API key, and example values for data that is not logged.',
    'curl http://127.0.0.1:3000/api/v1/sandbox/domains/search -H "Authorization: Bearer $NAMEYARD_KEY"',
  )
  curl: string | null;
}

export class RequestsPage {
  @ApiProperty({ type: [RequestView], description: 'Requests, newest first; with `after`, oldest first.' })
  requests: RequestView[];

  @NextCursor('log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI')
  next: string | null;

  @ApiProperty({
    description: 'Cursor for `after`: continues with the requests logged later than this page.',
    example: 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI',
  })
  latest: string;
}
