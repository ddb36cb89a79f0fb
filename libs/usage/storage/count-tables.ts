import { bucketSql } from '../model/latency-buckets.js';
import { STEPS_MS, type TimeRange } from '../model/time-range.js';

/** Routes with `@LongPoll`, whose durations are not latencies. */
const LONG_POLLS = ['/api/v1/sandbox/events', '/api/v1/sandbox/control/verify'];

/** The event stream of storefronts. It is a pattern, because `:id` would be a parameter of the statement. */
const STREAM = '/orders/%/events';

interface Tables {
  minutes: string;
  hours: string;
  columns: string;
  /** SQL expressions for these columns, for a request in the log. */
  ofRequest: string;
  /** Condition for requests in the log. */
  isCounted: string;
}

/**
 * SQL that selects the counts per request, minute and hour, with the columns `tenant_id` and `at`. Hours that are not
 * rolled up yet are read from their minutes. Requests of temporary tenants are counted for their parents; the counts of
 * a temporary tenant itself are read from the log, which has an index for them.
 */
const sourcesOf = (tables: Tables) => {
  const loggedFor = (tenant: string) =>
    `SELECT ${tenant}, at, ${tables.ofRequest} FROM usage.requests WHERE ${tables.isCounted}`;
  const ofWorld = `UNION ALL ${loggedFor('temporary_id')}`;
  const { minute, hour } = permanentSourcesOf(tables);
  return {
    second: `${loggedFor('tenant_id')} ${ofWorld}`,
    minute: `${minute} ${ofWorld}`,
    hour: `${hour} ${ofWorld}`,
  };
};

const permanentSourcesOf = ({ minutes, hours, columns }: Tables) => ({
  minute: `SELECT tenant_id, minute AS at, ${columns} FROM ${minutes}`,
  hour: `SELECT tenant_id, hour AS at, ${columns} FROM ${hours} h
    WHERE NOT EXISTS (SELECT FROM usage.due_hours d WHERE d.tenant_id = h.tenant_id AND d.hour = h.hour)
    UNION ALL
    SELECT d.tenant_id, d.hour, ${columns} FROM usage.due_hours d JOIN ${minutes} m ON m.tenant_id = d.tenant_id
      AND m.minute >= d.hour AND m.minute < d.hour + interval '1 hour'`,
});

const COUNT_TABLES: Tables = {
  minutes: 'usage.minutes',
  hours: 'usage.hours',
  columns: 'key_id, route, status, code, requests',
  ofRequest: `key_id, route, status, coalesce(code, '') AS code, 1 AS requests`,
  isCounted: 'true',
};

export const COUNTS = sourcesOf(COUNT_TABLES);

/** Without the counts of temporary tenants themselves. */
export const PERMANENT_COUNTS = permanentSourcesOf(COUNT_TABLES);

export const LATENCIES = sourcesOf({
  minutes: 'usage.minute_latencies',
  hours: 'usage.hour_latencies',
  columns: 'route, buckets',
  ofRequest: `route, array_fill(0, ARRAY[${bucketSql('duration_ms')}]) || 1 AS buckets`,
  // Without long polls and faulted requests, like the latencies of permanent tenants.
  isCounted: `faulted IS NULL AND route <> ALL('{${LONG_POLLS.join()}}') AND route NOT LIKE '${STREAM}'`,
});

/** Parameters of a statement about a time range; `step` is in seconds. */
export type RangeValues = { tenant: string; from: Date; to: Date; step: number };

/** FROM clause of the rows in a range. */
export const inRange = (source: string) =>
  `FROM (${source}) counted WHERE tenant_id = :tenant AND at >= :from AND at < :to`;

/** The start of the step that a row belongs to. */
export const STEP = `date_bin(make_interval(secs => :step), at, 'epoch')`;

/** The unit of the counts that a range reads; those of a day are added up from its hours. */
export const unitOf = ({ step }: TimeRange) => (step === 'day' ? 'hour' : step);

export const rangeValues = (tenant: string, { from, to, step }: TimeRange): RangeValues => ({
  tenant,
  from,
  to,
  step: STEPS_MS[step] / 1_000,
});
