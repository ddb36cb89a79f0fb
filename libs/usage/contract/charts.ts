import { ApiProperty } from '@nestjs/swagger';
import {
  DateTimeParameter,
  EnumParameter,
  ExportFormat,
  TextParameter,
  NullableDateTime,
  NullableNumber,
  NullableText,
} from '#platform/contract';
import { KeySummary } from './keys.js';

/** A time range, by default the last 24 hours. */
export class RangeQuery {
  @DateTimeParameter({ description: 'Start of the range (RFC 3339, years 0001–9999); default: 24 hours before `to`.' })
  from?: string;

  @DateTimeParameter({ description: 'End of the range (RFC 3339, years 0001–9999); default: now.' })
  to?: string;
}

export class SeriesQuery extends RangeQuery {
  @EnumParameter({
    of: ['status', 'endpoint', 'key'],
    description: 'Grouping: one line per `status` class (default), `endpoint` or `key`.',
    example: 'status',
  })
  by?: 'status' | 'endpoint' | 'key';

  @TextParameter({
    description: 'Only requests with this API key (ID).',
    example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  key?: string;
}

export class LatencyQuery extends RangeQuery {
  @TextParameter({ description: 'Only requests to this path.', example: '/api/v1/sandbox/domains/search' })
  endpoint?: string;
}

export class UsageExportQuery extends RangeQuery {
  @TextParameter({
    description: 'Only requests with this API key (ID).',
    example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  key?: string;

  @TextParameter({ description: 'Only requests to this path.', example: '/api/v1/sandbox/domains/search' })
  endpoint?: string;

  @ExportFormat()
  format?: 'csv' | 'json';
}

export class TotalsView {
  @ApiProperty({ type: 'integer', description: 'Number of requests.', example: 1204 })
  requests: number;

  @ApiProperty({ type: 'integer', description: 'Number of 4xx and 5xx responses.', example: 17 })
  errors: number;
}

export class SummaryView extends TotalsView {
  @NullableNumber('95th percentile of the latency, with an error of up to 9.1 %; null without requests.', 8.4)
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

  @NullableDateTime('Time of the first request; null if there was none.')
  first_request_at: string | null;

  @NullableDateTime('Time of the first registration, to the minute; null if there was none. A reset does not clear it.')
  first_registration_at: string | null;
}

export class PointView {
  @ApiProperty({ format: 'date-time', description: 'Start of the step.' })
  at: string;

  @ApiProperty({ type: 'integer', description: 'Number of requests in the step.', example: 42 })
  requests: number;
}

export class SeriesLine {
  @ApiProperty({ description: 'Status class (`2xx`), path, key ID, `storefront`, or `other`.', example: '2xx' })
  name: string;

  @ApiProperty({ description: 'Label for people.', example: '2xx succeeded' })
  label: string;

  @ApiProperty({ description: 'Number of requests in the range.', example: 1187 })
  requests: number;

  @ApiProperty({ type: [PointView], description: 'One point per step.' })
  points: PointView[];
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

const P50 = () => NullableNumber('Median latency in milliseconds; null without requests.', 3.1);
const P95 = () => NullableNumber('95th percentile of the latency in milliseconds; null without requests.', 8.4);
const P99 = () => NullableNumber('99th percentile of the latency in milliseconds; null without requests.', 21.2);

/** The number of equal requests in a step of the range. */
export class UsageCount {
  @ApiProperty({ format: 'date-time', description: 'Start of the step.' })
  at: string;

  @ApiProperty({
    enum: [60, 3_600, 86_400],
    description: 'Length of the step in seconds: a minute, an hour or a day, depending on the range.',
  })
  step_seconds: number;

  @ApiProperty({ type: KeySummary, nullable: true, description: 'API key of the requests, or the storefront.' })
  key: KeySummary | null;

  @ApiProperty({ description: 'Path of the route.', example: '/api/v1/sandbox/domains/search' })
  endpoint: string;

  @ApiProperty({ type: 'integer', description: 'HTTP status.', example: 200 })
  status: number;

  @NullableText('Error code; null on success.', null)
  code: string | null;

  @ApiProperty({ type: 'integer', description: 'Number of requests.', example: 42 })
  requests: number;
}

export class LatencyPoint {
  @ApiProperty({ format: 'date-time', description: 'Start of the step.' })
  at: string;

  @P50()
  p50_ms: number | null;

  @P95()
  p95_ms: number | null;

  @P99()
  p99_ms: number | null;
}

/** Percentiles have an error of up to 9.1 %. Calls that wait for events are not counted. */
export class LatencyView {
  @ApiProperty({ enum: [60, 3_600, 86_400], description: 'Length of a step in seconds.' })
  step_seconds: number;

  @ApiProperty({ type: [LatencyPoint], description: 'One point per step; null without requests.' })
  points: LatencyPoint[];

  @P50()
  p50_ms: number | null;

  @P95()
  p95_ms: number | null;

  @P99()
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
