import { type Executor, Statement } from '#platform/database';
import { STEPS_MS, type TimeRange } from '../model/time-range.js';

export interface Count {
  at: Date;
  name: string;
  requests: number;
  errors: number;
}

type Range = { tenant: string; from: Date; to: Date; step: number };

const MINUTES = `SELECT minute AS at, key_id, route, status, code, requests FROM usage.minutes
  WHERE tenant_id = :tenant AND minute >= :from AND minute < :to`;

/** Rolled-up hours, and the minutes of hours that still have to be rolled up. */
const HOURS = `SELECT hour AS at, key_id, route, status, code, requests FROM usage.hours h
  WHERE tenant_id = :tenant AND hour >= :from AND hour < :to
    AND NOT EXISTS (SELECT FROM usage.due_hours d WHERE d.tenant_id = :tenant AND d.hour = h.hour)
  UNION ALL
  SELECT d.hour, m.key_id, m.route, m.status, m.code, m.requests
  FROM usage.due_hours d JOIN usage.minutes m ON m.tenant_id = :tenant
    AND m.minute >= d.hour AND m.minute < d.hour + interval '1 hour'
  WHERE d.tenant_id = :tenant AND d.hour >= :from AND d.hour < :to`;

/** Creates the same statement for minutes and for hours. */
const statementsFor = <Row extends object>(name: string, sql: (source: string, width: string) => string) => ({
  minute: new Statement<Row, Range>(`usage.${name}-of-minutes`, sql(MINUTES, '1 minute')),
  hour: new Statement<Row, Range>(`usage.${name}-of-hours`, sql(HOURS, '1 hour')),
});

const seriesBy = (kind: string, name: string) =>
  statementsFor<Count>(
    `series-by-${kind}`,
    source => `SELECT date_bin(make_interval(secs => :step), at, 'epoch') AS at, ${name} AS name,
      sum(requests)::float8 AS requests, coalesce(sum(requests) FILTER (WHERE status >= 400), 0)::float8 AS errors
    FROM (${source}) counted GROUP BY 1, 2 ORDER BY 1, 2`,
  );

const SERIES = {
  status: seriesBy('status', `(status / 100)::text || 'xx'`),
  endpoint: seriesBy('endpoint', 'route'),
  key: seriesBy('key', 'key_id'),
};

export type Dimension = keyof typeof SERIES;

export interface RankedRow {
  code: string;
  status: number;
  requests: number;
  lastAt: Date;
}

/** Searches the log for the last request of each kind only in the minute or hour that counted it. */
const FAILURES = statementsFor<RankedRow>(
  'failures',
  (source, width) => `
  SELECT code, status, requests, coalesce(logged.at, last) AS "lastAt" FROM (
    SELECT code, status, sum(requests)::float8 AS requests, max(at) AS last
    FROM (${source}) counted WHERE status >= 400 GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT 50
  ) failure LEFT JOIN LATERAL (
    SELECT r.at FROM usage.requests r
    WHERE r.tenant_id = :tenant AND r.at >= last AND r.at < last + interval '${width}'
      AND coalesce(r.code, '') = failure.code AND r.status = failure.status
    ORDER BY r.at DESC LIMIT 1
  ) logged ON true ORDER BY requests DESC, code`,
);

const sourceOf = ({ step }: TimeRange) => (step === 'minute' ? 'minute' : 'hour');

const valuesOf = (tenant: string, { from, to, step }: TimeRange): Range => ({
  tenant,
  from,
  to,
  step: STEPS_MS[step] / 1_000,
});

export const countBy = (executor: Executor, tenant: string, range: TimeRange, dimension: Dimension) =>
  SERIES[dimension][sourceOf(range)].run(executor, valuesOf(tenant, range));

export const rankFailures = (executor: Executor, tenant: string, range: TimeRange) =>
  FAILURES[sourceOf(range)].run(executor, valuesOf(tenant, range));
