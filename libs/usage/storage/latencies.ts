import { type Executor, Statement } from '#platform/database';
import { LatencyBuckets } from '../model/latency-buckets.js';
import type { TimeRange } from '../model/time-range.js';
import { inRange, LATENCIES, rangeValues, type RangeValues, STEP, unitOf } from './count-tables.js';

const bucketsOf = (name: string, source: string) =>
  new Statement<{ at: Date; bucket: number; requests: number }, RangeValues & { route: string | null }>(
    name,
    `SELECT ${STEP} AS at, (position - 1)::integer AS bucket, sum(requests)::float8 AS requests
     FROM (SELECT * ${inRange(source)}) timed, unnest(buckets) WITH ORDINALITY AS b (requests, position)
     WHERE requests > 0 AND (:route::text IS NULL OR route = :route) GROUP BY 1, 2`,
  );

const STATEMENTS = {
  second: bucketsOf('usage.latencies-of-seconds', LATENCIES.second),
  minute: bucketsOf('usage.latencies-of-minutes', LATENCIES.minute),
  hour: bucketsOf('usage.latencies-of-hours', LATENCIES.hour),
};

/** Latencies per step, by its start in milliseconds, and of the whole range. Steps without requests are missing. */
export async function readLatencies(
  executor: Executor,
  tenant: string,
  range: TimeRange,
  route: string | null = null,
): Promise<{ steps: Map<number, LatencyBuckets>; all: LatencyBuckets }> {
  const rows = await STATEMENTS[unitOf(range)].run(executor, { ...rangeValues(tenant, range), route });
  const steps = new Map<number, LatencyBuckets>();
  const all = new LatencyBuckets();
  for (const { at, bucket, requests } of rows) {
    const known = steps.get(at.getTime()) ?? new LatencyBuckets();
    known.add(bucket, requests);
    all.add(bucket, requests);
    steps.set(at.getTime(), known);
  }
  return { steps, all };
}
