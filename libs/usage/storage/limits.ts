import { type Executor, Statement } from '#platform/database';
import type { TimeRange } from '../model/time-range.js';
import { COUNTS, inRange, rangeValues, type RangeValues, STEP } from './count-tables.js';

/** Requests of a key in a step. */
export interface KeyCount {
  at: Date;
  keyId: string;
  requests: number;
  refused: number;
}

type Values = RangeValues & { only_key: string | null };

const countsByKey = (name: string, source: string) =>
  new Statement<KeyCount, Values>(
    `usage.limits-of-${name}`,
    `SELECT ${STEP} AS at, key_id AS "keyId", sum(requests)::float8 AS requests,
       coalesce(sum(requests) FILTER (WHERE status = 429), 0)::float8 AS refused
     ${inRange(source)} AND (:only_key::text IS NULL OR key_id = :only_key) GROUP BY 1, 2 ORDER BY 1, 2`,
  );

const STATEMENTS = {
  second: countsByKey('seconds', COUNTS.second),
  minute: countsByKey('minutes', COUNTS.minute),
};

/** Requests per key and step, in seconds or minutes. */
export const countByKey = (
  executor: Executor,
  tenant: string,
  range: TimeRange & { step: keyof typeof STATEMENTS },
  key: string | undefined,
) => STATEMENTS[range.step].run(executor, { ...rangeValues(tenant, range), only_key: key ?? null });

export interface ExceededRow {
  /** Time of the first refused request of the minute. */
  at: Date;
  keyId: string;
  /** Refused requests of the minute, among the newest 10,000 of the range. */
  refused: number;
}

interface ExceededValues extends Record<string, unknown> {
  tenant: string;
  temporary: string | null;
  only_key: string | null;
  from: Date;
  to: Date;
}

/** The index by code finds the newest refused requests. There can be millions, so LIMIT applies before the other filters. */
const exceeded = new Statement<ExceededRow, ExceededValues>(
  'usage.exceeded-limits',
  `SELECT min(at) AS at, key_id AS "keyId", count(*)::integer AS refused FROM (
     SELECT at, key_id, faulted, temporary_id FROM usage.requests
     WHERE tenant_id = :tenant AND code = 'RATE_LIMITED' AND status >= 400 AND at >= :from AND at < :to
     ORDER BY at DESC, id DESC LIMIT 10000
   ) refusals
   WHERE faulted IS NULL AND (:temporary::text IS NULL OR temporary_id = :temporary)
     AND (:only_key::text IS NULL OR key_id = :only_key)
   GROUP BY date_trunc('minute', at, 'UTC'), key_id ORDER BY 1 DESC, 2 LIMIT 20`,
);

/** Minutes in which keys exceeded their limits, newest first. `temporary` and `only_key` select a temporary tenant and a key. */
export const findExceeded = (executor: Executor, values: ExceededValues) => exceeded.run(executor, values);
