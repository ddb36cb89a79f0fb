import {
  DateTime,
  DateTimeParameter,
  EnumParameter,
  ExportFormat,
  Integer,
  NullableDateTime,
  NullableNumber,
  NullableText,
  Property,
  TextParameter,
} from '#platform/contract';
import { KeySummary } from './keys.js';

/** A time range, by default the last 24 hours. */
export class RangeQuery {
  /** Start of the range (RFC 3339, years 0001–9999); default: 24 hours before `to`. */
  @DateTimeParameter() from?: string;

  /** End of the range (RFC 3339, years 0001–9999); default: now. */
  @DateTimeParameter() to?: string;
}

export class SeriesQuery extends RangeQuery {
  /** Grouping: one line per `status` class (default), `endpoint` or `key`. @example status */
  @EnumParameter({ of: ['status', 'endpoint', 'key'] }) by?: 'status' | 'endpoint' | 'key';

  /** Only requests with this API key (ID). @example key_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextParameter() key?: string;
}

export class LatencyQuery extends RangeQuery {
  /** Only requests to this path. @example /api/v1/sandbox/domains/search */
  @TextParameter() endpoint?: string;
}

export class UsageExportQuery extends RangeQuery {
  /** Only requests with this API key (ID). @example key_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextParameter() key?: string;

  /** Only requests to this path. @example /api/v1/sandbox/domains/search */
  @TextParameter() endpoint?: string;

  @ExportFormat() format?: 'csv' | 'json';
}

export class TotalsView {
  /** Number of requests. @example 1204 */
  @Integer() requests: number;

  /** Number of 4xx and 5xx responses. @example 17 */
  @Integer() errors: number;
}

export class PeriodSummary extends TotalsView {
  @NullableNumber('95th percentile of the latency, with an error of up to 9.1 %; null without requests.', 8.4)
  p95_ms: number | null;

  /** Number of registered domains. @example 12 */
  registrations: number;
}

export class SummaryView extends PeriodSummary {
  /** Totals of the period before, of about the same length; null if it has no requests or began before the tenant was created. */
  before: PeriodSummary | null;
}

export class SummariesView {
  /** Totals of the last 60 minutes. */
  hour: SummaryView;

  /** Totals of the last 24 hours. */
  day: SummaryView;

  /** Totals of the last 7 days. */
  week: SummaryView;
}

export class OverviewView {
  /** Totals by time range. */
  ranges: SummariesView;

  /** Number of active API keys. @example 2 */
  keys: number;

  /** Number of webhook receivers. @example 1 */
  receivers: number;

  @NullableDateTime('Time of the first request within the retention time, or null.') first_request_at: string | null;

  @NullableDateTime('Time of the first registration within the retention time, or null. A reset does not clear it.')
  first_registration_at: string | null;
}

export class PointView {
  /** Start of the step. */
  @DateTime() at: string;

  /** Number of requests in the step. @example 42 */
  @Integer() requests: number;
}

export class SeriesLine {
  /** Status class (`2xx`), path, key ID, `storefront`, `worlds`, or `other`. @example 2xx */
  name: string;

  /** Label for people. @example "2xx succeeded" */
  label: string;

  /** Number of requests in the range. @example 1187 */
  requests: number;

  /** One point per step. */
  points: PointView[];
}

export class SeriesView {
  /** Length of a step in seconds: a second, a minute, an hour or a day, depending on the range. */
  @Property({ enum: [1, 60, 3_600, 86_400] }) step_seconds: number;

  /** Start of the first step. @example 2025-11-20T07:00:00.000Z */
  @DateTime() from: string;

  /** End of the last step. */
  @DateTime() to: string;

  /** Lines of the chart. */
  series: SeriesLine[];

  /** Totals of the range. */
  totals: TotalsView;
}

const P50 = () => NullableNumber('Median latency in milliseconds; null without requests.', 3.1);
const P95 = () => NullableNumber('95th percentile of the latency in milliseconds; null without requests.', 8.4);
const P99 = () => NullableNumber('99th percentile of the latency in milliseconds; null without requests.', 21.2);

/** Number of requests with the same key, endpoint, status and code in a step of the range. */
export class UsageCount {
  /** Start of the step. */
  @DateTime() at: string;

  /** Length of the step in seconds: a second, a minute, an hour or a day, depending on the range. */
  @Property({ enum: [1, 60, 3_600, 86_400] }) step_seconds: number;

  /** API key of the requests, the storefront, or worlds; null if the key is unknown. */
  key: KeySummary | null;

  /** Path of the route. @example /api/v1/sandbox/domains/search */
  endpoint: string;

  /** HTTP status. @example 200 */
  @Integer() status: number;

  @NullableText('Error code; null on success.', null) code: string | null;

  /** Number of requests. @example 42 */
  @Integer() requests: number;
}

export class LatencyPoint {
  /** Start of the step. */
  @DateTime() at: string;

  @P50() p50_ms: number | null;

  @P95() p95_ms: number | null;

  @P99() p99_ms: number | null;
}

/** Percentiles have an error of up to 9.1 %. Calls that wait for events are not counted. */
export class LatencyView {
  /** Length of a step in seconds. */
  @Property({ enum: [1, 60, 3_600, 86_400] }) step_seconds: number;

  /** One point per step. */
  points: LatencyPoint[];

  @P50() p50_ms: number | null;

  @P95() p95_ms: number | null;

  @P99() p99_ms: number | null;
}

export class RankedError {
  /** Error code. @example RATE_LIMITED */
  code: string;

  /** HTTP status. @example 429 */
  @Integer() status: number;

  /** Number of responses with the code. @example 12 */
  @Integer() requests: number;

  /** Time of the last response with the code; rounded to the hour if it is older than the request log. */
  @DateTime() last_at: string;

  /** What to do about the error. @example "Wait for Retry-After, or ask an operator for a higher limit." */
  advice: string;
}

export class ErrorsView {
  /** Error codes, most frequent first. */
  errors: RankedError[];
}
