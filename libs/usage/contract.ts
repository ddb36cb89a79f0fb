import { ApiProperty } from '@nestjs/swagger';
import { NextCursor, QueryInstant, QueryOpaqueId, QueryText, QueryWhole } from '#platform/contract';

/** A time range, by default the last 24 hours. */
export class RangeQuery {
  @QueryInstant({ description: 'Start of the range (RFC 3339, years 0001–9999); default: 24 hours before `to`.' })
  from?: string;

  @QueryInstant({ description: 'End of the range (RFC 3339, years 0001–9999); default: now.' })
  to?: string;
}

export class SeriesQuery extends RangeQuery {
  @QueryText({
    description: 'Grouping: one line per `status` class (default), `endpoint` or `key`.',
    example: 'status',
    form: /^(status|endpoint|key)$/,
    must: 'must be status, endpoint or key',
  })
  by?: 'status' | 'endpoint' | 'key';
}

export class LatencyQuery extends RangeQuery {
  @QueryText({ description: 'Only requests to this path.', example: '/api/v1/sandbox/domains/search' })
  endpoint?: string;
}

export class SummaryView {
  @ApiProperty({ type: 'integer', description: 'Number of requests.', example: 1204 })
  requests: number;

  @ApiProperty({ type: 'integer', description: 'Number of 4xx and 5xx responses.', example: 17 })
  errors: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: '95th percentile of the latency, with an error of up to 9.1 %; null without requests.',
    example: 8.4,
  })
  p95_ms: number | null;

  @ApiProperty({ description: 'Number of registered domains.', example: 12 })
  registrations: number;
}

export class SummariesView {
  @ApiProperty({ type: SummaryView, description: 'Totals of the last 60 minutes.' })
  hour: SummaryView;

  @ApiProperty({ type: SummaryView, description: 'Totals of the last 24 hours.' })
  day: SummaryView;

  @ApiProperty({ type: SummaryView, description: 'Totals of the last 7 days.' })
  week: SummaryView;
}

export class OverviewView {
  @ApiProperty({ type: SummariesView, description: 'Totals by time range.' })
  ranges: SummariesView;

  @ApiProperty({ description: 'Number of active API keys.', example: 2 })
  keys: number;

  @ApiProperty({ description: 'Number of webhook receivers.', example: 1 })
  receivers: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time of the first request; null if there was none.',
  })
  first_request_at: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time of the first registration, to the minute; null if there was none. A reset does not clear it.',
  })
  first_registration_at: string | null;
}

export class PointView {
  @ApiProperty({ format: 'date-time', description: 'Start of the step.' })
  at: string;

  @ApiProperty({ type: 'integer', description: 'Number of requests in the step.', example: 42 })
  requests: number;
}

export class SeriesLine {
  @ApiProperty({ description: 'Status class (`2xx`), path, key ID, or `other`.', example: '2xx' })
  name: string;

  @ApiProperty({ description: 'Label for people.', example: '2xx succeeded' })
  label: string;

  @ApiProperty({ description: 'Number of requests in the range.', example: 1187 })
  requests: number;

  @ApiProperty({ type: [PointView], description: 'One point per step.' })
  points: PointView[];
}

export class TotalsView {
  @ApiProperty({ type: 'integer', description: 'Number of requests.', example: 1204 })
  requests: number;

  @ApiProperty({ type: 'integer', description: 'Number of 4xx and 5xx responses.', example: 17 })
  errors: number;
}

export class SeriesView {
  @ApiProperty({
    enum: [60, 3_600, 86_400],
    description: 'Length of a step in seconds: a minute, an hour or a day, depending on the range.',
  })
  step_seconds: number;

  @ApiProperty({ format: 'date-time', description: 'Start of the first step.', example: '2025-11-20T07:00:00.000Z' })
  from: string;

  @ApiProperty({ format: 'date-time', description: 'End of the last step.' })
  to: string;

  @ApiProperty({ type: [SeriesLine], description: 'Lines of the chart.' })
  series: SeriesLine[];

  @ApiProperty({ type: TotalsView, description: 'Totals of the range.' })
  totals: TotalsView;
}

const P50 = {
  type: Number,
  nullable: true,
  description: 'Median latency in milliseconds; null without requests.',
  example: 3.1,
};
const P95 = {
  type: Number,
  nullable: true,
  description: '95th percentile of the latency in milliseconds; null without requests.',
  example: 8.4,
};
const P99 = {
  type: Number,
  nullable: true,
  description: '99th percentile of the latency in milliseconds; null without requests.',
  example: 21.2,
};

export class LatencyPoint {
  @ApiProperty({ format: 'date-time', description: 'Start of the step.' })
  at: string;

  @ApiProperty(P50)
  p50_ms: number | null;

  @ApiProperty(P95)
  p95_ms: number | null;

  @ApiProperty(P99)
  p99_ms: number | null;
}

/** Percentiles have an error of up to 9.1 %. Calls that wait for events are not counted. */
export class LatencyView {
  @ApiProperty({ enum: [60, 3_600, 86_400], description: 'Length of a step in seconds.' })
  step_seconds: number;

  @ApiProperty({ type: [LatencyPoint], description: 'One point per step; null without requests.' })
  points: LatencyPoint[];

  @ApiProperty(P50)
  p50_ms: number | null;

  @ApiProperty(P95)
  p95_ms: number | null;

  @ApiProperty(P99)
  p99_ms: number | null;
}

export class RankedError {
  @ApiProperty({ description: 'Error code.', example: 'RATE_LIMITED' })
  code: string;

  @ApiProperty({ type: 'integer', description: 'HTTP status.', example: 429 })
  status: number;

  @ApiProperty({ type: 'integer', description: 'Number of responses with the code.', example: 12 })
  requests: number;

  @ApiProperty({
    format: 'date-time',
    description: 'Time of the last response with the code; rounded to the hour if it is older than the request log.',
  })
  last_at: string;

  @ApiProperty({
    description: 'What to do about the error.',
    example: 'Wait for Retry-After, or ask an operator for a higher limit.',
  })
  advice: string;
}

export class ErrorsView {
  @ApiProperty({ type: [RankedError], description: 'Error codes, most frequent first.' })
  errors: RankedError[];
}

/** Prefix of the opaque ids of logged requests. */
export const REQUEST_PREFIX = 'log';

/** Filters for the request log; a request must match all of them. */
export class RequestsQuery extends RangeQuery {
  @QueryOpaqueId({ description: '`next` from the previous page.', example: 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI' })
  before?: string;

  @QueryOpaqueId({
    description:
      '`latest` from an earlier response: returns the requests logged since then, oldest first, for a live view. Goes back 15 minutes at most.',
    example: 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI',
  })
  after?: string;

  @QueryWhole({ min: 1, max: 200, usual: 50, description: 'Maximum number of requests (1–200, default 50).' })
  limit: number;

  @QueryText({
    description: 'Only the request with this `X-Request-Id`.',
    example: 'req_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  request_id?: string;

  @QueryText({ description: 'Only requests with this API key (ID).', example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  key?: string;

  @QueryText({ description: 'Only requests to this path.', example: '/api/v1/sandbox/domains/search' })
  endpoint?: string;

  @QueryText({
    description: 'Only responses with this status or status class.',
    example: '4xx',
    form: /^([1-5]\d\d|[2-5]xx)$/,
    must: 'must be a status such as 404, or 2xx, 3xx, 4xx or 5xx',
  })
  status?: string;

  @QueryText({ description: 'Only responses with this error code.', example: 'DOMAIN_TAKEN' })
  code?: string;

  @QueryText({ description: 'Only requests about this domain.', example: 'my-shop.com' })
  domain?: string;
}

export class KeyOfRequest {
  @ApiProperty({ description: 'ID of the API key.', example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'Name of the API key.', example: 'sandbox key' })
  name: string;

  @ApiProperty({
    description: 'Prefix and the first and last four random characters of the value.',
    example: 'ny_sandbox_8fK2…Q9xZ',
  })
  hint: string;
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

  @ApiProperty({ type: KeyOfRequest, nullable: true, description: 'API key of the request.' })
  key: KeyOfRequest | null;

  @ApiProperty({ description: 'HTTP method.', example: 'POST' })
  method: string;

  @ApiProperty({ description: 'Path of the route.', example: '/api/v1/sandbox/domains/search' })
  endpoint: string;

  @ApiProperty({ type: 'integer', description: 'HTTP status.', example: 200 })
  status: number;

  @ApiProperty({ type: String, nullable: true, description: 'Error code; null on success.', example: null })
  code: string | null;

  @ApiProperty({ description: 'Duration in milliseconds.', example: 3.2 })
  duration_ms: number;

  @ApiProperty({ type: String, nullable: true, description: 'Domain of the request, if any.', example: 'my-shop.com' })
  domain: string | null;

  @ApiProperty({
    description:
      'curl command for a similar request. It uses `$NAMEYARD_KEY` as the API key, and examples for data that is not logged.',
    example: 'curl http://127.0.0.1:3000/api/v1/sandbox/domains/search -H "Authorization: Bearer $NAMEYARD_KEY"',
  })
  curl: string;
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
