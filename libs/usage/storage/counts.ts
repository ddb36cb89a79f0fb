import { type Executor, Statement } from '#platform/database';
import type { TimeRange } from '../model/time-range.js';
import { COUNTS, inRange, rangeValues, type RangeValues, STEP, unitOf } from './count-tables.js';

export interface Count {
  at: Date;
  name: string;
  requests: number;
  errors: number;
  /** Responses with 429. */
  refused: number;
}

/** Creates the same statement for seconds, minutes and hours. */
const statementsFor = <Row extends object, Values extends RangeValues = RangeValues>(
  name: string,
  sql: (counted: string, width: string) => string,
) => ({
  second: new Statement<Row, Values>(`usage.${name}-of-seconds`, sql(inRange(COUNTS.second), '1 second')),
  minute: new Statement<Row, Values>(`usage.${name}-of-minutes`, sql(inRange(COUNTS.minute), '1 minute')),
  hour: new Statement<Row, Values>(`usage.${name}-of-hours`, sql(inRange(COUNTS.hour), '1 hour')),
});

type SeriesValues = RangeValues & { only_key: string | null };

const seriesBy = (kind: string, name: string) =>
  statementsFor<Count, SeriesValues>(
    `series-by-${kind}`,
    counted => `SELECT ${STEP} AS at, ${name} AS name,
      sum(requests)::float8 AS requests, coalesce(sum(requests) FILTER (WHERE status >= 400), 0)::float8 AS errors,
      coalesce(sum(requests) FILTER (WHERE status = 429), 0)::float8 AS refused
    ${counted} AND (:only_key::text IS NULL OR key_id = :only_key) GROUP BY 1, 2 ORDER BY 1, 2`,
  );

const SERIES = {
  status: seriesBy('status', `(status / 100)::text || 'xx'`),
  endpoint: seriesBy('endpoint', 'route'),
  key: seriesBy('key', 'key_id'),
};

export type Dimension = keyof typeof SERIES;

/** Ranks errors. To find the last request with an error, the log is searched only in the last step that counted one. */
const FAILURES = statementsFor<{ code: string; status: number; requests: number; lastAt: Date }>(
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

/** Counts requests per step and dimension, for one key or for all. */
export const countBy = (executor: Executor, tenant: string, range: TimeRange, dimension: Dimension, key?: string) =>
  SERIES[dimension][unitOf(range)].run(executor, { ...rangeValues(tenant, range), only_key: key ?? null });

export interface DetailedCount {
  keyId: string;
  route: string;
  status: number;
  /** Empty on success. */
  code: string;
  requests: number;
}

type DetailValues = RangeValues & { only_key: string | null; only_route: string | null };

const DETAILS = statementsFor<DetailedCount, DetailValues>(
  'details',
  counted => `SELECT key_id AS "keyId", route, status, code, sum(requests)::float8 AS requests
    ${counted} AND (:only_key::text IS NULL OR key_id = :only_key)
      AND (:only_route::text IS NULL OR route = :only_route) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
);

/** All counts of one step. */
export const countAll = (
  executor: Executor,
  tenant: string,
  step: TimeRange,
  { key, route }: { key: string | undefined; route: string | undefined },
) =>
  DETAILS[unitOf(step)].run(executor, {
    ...rangeValues(tenant, step),
    only_key: key ?? null,
    only_route: route ?? null,
  });

export const rankFailures = (executor: Executor, tenant: string, range: TimeRange) =>
  FAILURES[unitOf(range)].run(executor, rangeValues(tenant, range));
