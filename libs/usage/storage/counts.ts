import { type Executor, Statement } from '#platform/database';
import type { TimeRange } from '../model/time-range.js';
import { COUNTS, inRange, rangeValues, type RangeValues, STEP, unitOf } from './sources.js';

export interface Count {
  at: Date;
  name: string;
  requests: number;
  errors: number;
}

/** Creates the same statement for minutes and for hours. */
const statementsFor = <Row extends object>(name: string, sql: (counted: string, width: string) => string) => ({
  minute: new Statement<Row, RangeValues>(`usage.${name}-of-minutes`, sql(inRange(COUNTS.minute), '1 minute')),
  hour: new Statement<Row, RangeValues>(`usage.${name}-of-hours`, sql(inRange(COUNTS.hour), '1 hour')),
});

const seriesBy = (kind: string, name: string) =>
  statementsFor<Count>(
    `series-by-${kind}`,
    counted => `SELECT ${STEP} AS at, ${name} AS name,
      sum(requests)::float8 AS requests, coalesce(sum(requests) FILTER (WHERE status >= 400), 0)::float8 AS errors
    ${counted} GROUP BY 1, 2 ORDER BY 1, 2`,
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
  (counted, width) => `
  SELECT code, status, requests, coalesce(logged.at, last) AS "lastAt" FROM (
    SELECT code, status, sum(requests)::float8 AS requests, max(at) AS last
    ${counted} AND status >= 400 GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT 50
  ) failure LEFT JOIN LATERAL (
    SELECT r.at FROM usage.requests r
    WHERE r.tenant_id = :tenant AND r.at >= last AND r.at < last + interval '${width}'
      AND coalesce(r.code, '') = failure.code AND r.status = failure.status
    ORDER BY r.at DESC LIMIT 1
  ) logged ON true ORDER BY requests DESC, code`,
);

export const countBy = (executor: Executor, tenant: string, range: TimeRange, dimension: Dimension) =>
  SERIES[dimension][unitOf(range)].run(executor, rangeValues(tenant, range));

export const rankFailures = (executor: Executor, tenant: string, range: TimeRange) =>
  FAILURES[unitOf(range)].run(executor, rangeValues(tenant, range));
