import { ApiProperty } from '@nestjs/swagger';
import { QueryInstant, QueryOpaqueId, QueryText, QueryWhole } from '#platform/contract';

/** A stretch of time; without it, the last day. */
export class RangeQuery {
  @QueryInstant({ description: 'From when on; a day before `to` unless it is given.' })
  from?: string;

  @QueryInstant({ description: 'Until when; now unless it is given.' })
  to?: string;
}

export class SeriesQuery extends RangeQuery {
  @QueryText({
    description: 'What each line of the chart stands for: `status` (its class), `endpoint` or `key`.',
    example: 'status',
    form: /^(status|endpoint|key)$/,
    must: 'must be status, endpoint or key',
  })
  by?: 'status' | 'endpoint' | 'key';
}

export class LatencyQuery extends RangeQuery {
  @QueryText({ description: 'Of this endpoint alone.', example: '/api/v1/sandbox/domains/search' })
  endpoint?: string;
}

export class SummaryView {
  @ApiProperty({ example: 1204 })
  requests: number;

  @ApiProperty({ description: 'Those that were answered with 4xx or 5xx.', example: 17 })
  errors: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Within 9.1 %; null when there was nothing.',
    example: 8.4,
  })
  p95_ms: number | null;

  @ApiProperty({ description: 'Names that were registered.', example: 12 })
  registrations: number;
}

export class SummariesView {
  @ApiProperty({ type: SummaryView, description: 'The last 60 minutes.' })
  hour: SummaryView;

  @ApiProperty({ type: SummaryView, description: 'The last 24 hours.' })
  day: SummaryView;

  @ApiProperty({ type: SummaryView, description: 'The last 7 days.' })
  week: SummaryView;
}

export class OverviewView {
  @ApiProperty({ type: SummariesView })
  ranges: SummariesView;

  @ApiProperty({ description: 'Keys that can be used.', example: 2 })
  keys: number;

  @ApiProperty({ description: 'Receivers of webhooks.', example: 1 })
  receivers: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null as long as nobody has called.' })
  first_request_at: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'To the minute; null as long as no name was registered. A reset does not take it back.',
  })
  first_registration_at: string | null;
}

export class PointView {
  @ApiProperty({ format: 'date-time', description: 'When the step begins.' })
  at: string;

  @ApiProperty({ example: 42 })
  requests: number;
}

export class SeriesLine {
  @ApiProperty({ description: 'A class (`2xx`), a path, the id of a key, or `other`.', example: '2xx' })
  name: string;

  @ApiProperty({ description: 'The same for people.', example: '2xx succeeded' })
  label: string;

  @ApiProperty({ description: 'In the whole range.', example: 1187 })
  requests: number;

  @ApiProperty({ type: [PointView], description: 'One for each step of the range.' })
  points: PointView[];
}

export class TotalsView {
  @ApiProperty({ example: 1204 })
  requests: number;

  @ApiProperty({ example: 17 })
  errors: number;
}

export class SeriesView {
  @ApiProperty({ enum: [60, 3_600, 86_400], description: 'A minute, an hour or a day, as the range is long.' })
  step_seconds: number;

  @ApiProperty({ format: 'date-time', description: 'The range in whole steps.' })
  from: string;

  @ApiProperty({ format: 'date-time' })
  to: string;

  @ApiProperty({ type: [SeriesLine] })
  series: SeriesLine[];

  @ApiProperty({ type: TotalsView })
  totals: TotalsView;
}

const P50 = { type: Number, nullable: true, description: 'Half of the answers took no longer.', example: 3.1 };
const P95 = { type: Number, nullable: true, description: '95 % of the answers took no longer.', example: 8.4 };
const P99 = { type: Number, nullable: true, description: '99 % of the answers took no longer.', example: 21.2 };

export class LatencyPoint {
  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty(P50)
  p50_ms: number | null;

  @ApiProperty(P95)
  p95_ms: number | null;

  @ApiProperty(P99)
  p99_ms: number | null;
}

/** Each percentile is within 9.1 % of the true one. Calls that wait for events are not part of them. */
export class LatencyView {
  @ApiProperty({ enum: [60, 3_600, 86_400] })
  step_seconds: number;

  @ApiProperty({ type: [LatencyPoint], description: 'One for each step; nulls where there was nothing.' })
  points: LatencyPoint[];

  @ApiProperty(P50)
  p50_ms: number | null;

  @ApiProperty(P95)
  p95_ms: number | null;

  @ApiProperty(P99)
  p99_ms: number | null;
}

export class RankedError {
  @ApiProperty({ example: 'RATE_LIMITED' })
  code: string;

  @ApiProperty({ example: 429 })
  status: number;

  @ApiProperty({ example: 12 })
  requests: number;

  @ApiProperty({ format: 'date-time', description: 'The last of them; beyond the log, the hour in which it was.' })
  last_at: string;

  @ApiProperty({ description: 'What to do about it.' })
  advice: string;
}

export class ErrorsView {
  @ApiProperty({ type: [RankedError], description: 'The most frequent first.' })
  errors: RankedError[];
}

/** Prefix of the opaque ids of logged requests. */
export const REQUEST_PREFIX = 'log';

/** Filters of the request log; a request must match all of them. */
export class RequestsQuery extends RangeQuery {
  @QueryOpaqueId({ description: '`next` from the previous page.' })
  before?: string;

  @QueryOpaqueId({
    description:
      '`latest` from an earlier response: returns the requests logged since then, oldest first, for a live view. Goes back 15 minutes at most.',
  })
  after?: string;

  @QueryWhole({ min: 1, max: 200, usual: 50, description: 'Maximum number of requests (1–200, default 50).' })
  limit: number;

  @QueryText({ description: 'The X-Request-Id of an answer.', example: 'req_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  request_id?: string;

  @QueryText({ description: 'The id of a key.', example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  key?: string;

  @QueryText({ description: 'The path of a route.', example: '/api/v1/sandbox/domains/search' })
  endpoint?: string;

  @QueryText({
    description: 'A status, or a class of them.',
    example: '4xx',
    form: /^([1-5]\d\d|[2-5]xx)$/,
    must: 'must be a status such as 404, or 2xx, 3xx, 4xx or 5xx',
  })
  status?: string;

  @QueryText({ description: "An error's code.", example: 'DOMAIN_TAKEN' })
  code?: string;

  @QueryText({ description: 'The name that the call was about, whole.', example: 'my-shop.com' })
  domain?: string;
}

export class KeyOfRequest {
  @ApiProperty({ example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  id: string;

  @ApiProperty({ example: 'sandbox key' })
  name: string;

  @ApiProperty({ example: 'ny_sandbox_8fK2…Q9xZ' })
  hint: string;
}

export class RequestView {
  @ApiProperty({
    description: 'Opaque and unordered; always the same for the same request.',
    example: 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI',
  })
  id: string;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ description: 'Its X-Request-Id.', example: 'req_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  request_id: string;

  @ApiProperty({ type: KeyOfRequest, nullable: true })
  key: KeyOfRequest | null;

  @ApiProperty({ example: 'POST' })
  method: string;

  @ApiProperty({ example: '/api/v1/sandbox/domains/search' })
  endpoint: string;

  @ApiProperty({ example: 200 })
  status: number;

  @ApiProperty({ type: String, nullable: true, description: "The error's code.", example: null })
  code: string | null;

  @ApiProperty({ example: 3.2 })
  duration_ms: number;

  @ApiProperty({ type: String, nullable: true, description: 'The name that it was about.', example: 'my-shop.com' })
  domain: string | null;

  @ApiProperty({
    description:
      'A command that sends the like again. The key is `$NAMEYARD_KEY`; what is not kept, such as the owner, is an example.',
  })
  curl: string;
}

export class RequestsPage {
  @ApiProperty({ type: [RequestView], description: 'Newest first; with `after`, oldest first.' })
  requests: RequestView[];

  @ApiProperty({ type: String, nullable: true, description: '`before` of the next page; null on the last page.' })
  next: string | null;

  @ApiProperty({
    description: 'Cursor for `after`: continues with the requests logged later than this page.',
    example: 'log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI',
  })
  latest: string;
}
