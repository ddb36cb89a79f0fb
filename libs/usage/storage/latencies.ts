import { type Executor, Statement } from '#platform/database';
import { LatencyBuckets } from '../model/latency-buckets.js';
import { STEPS_MS, type TimeRange } from '../model/time-range.js';

interface BucketRow {
  at: Date;
  bucket: number;
  requests: number;
}

type Values = { tenant: string; from: Date; to: Date; step: number; route: string | null };

const MINUTES = `SELECT minute AS at, route, buckets FROM usage.minute_latencies
  WHERE tenant_id = :tenant AND minute >= :from AND minute < :to`;

const HOURS = `SELECT hour AS at, route, buckets FROM usage.hour_latencies h
  WHERE tenant_id = :tenant AND hour >= :from AND hour < :to
    AND NOT EXISTS (SELECT FROM usage.due_hours d WHERE d.tenant_id = :tenant AND d.hour = h.hour)
  UNION ALL
  SELECT d.hour, m.route, m.buckets
  FROM usage.due_hours d JOIN usage.minute_latencies m ON m.tenant_id = :tenant
    AND m.minute >= d.hour AND m.minute < d.hour + interval '1 hour'
  WHERE d.tenant_id = :tenant AND d.hour >= :from AND d.hour < :to`;

const bucketsOf = (name: string, source: string) =>
  new Statement<BucketRow, Values>(
    name,
    `SELECT date_bin(make_interval(secs => :step), at, 'epoch') AS at, (position - 1)::integer AS bucket,
       sum(requests)::float8 AS requests
     FROM (${source}) timed, unnest(buckets) WITH ORDINALITY AS b (requests, position)
     WHERE requests > 0 AND (:route::text IS NULL OR route = :route) GROUP BY 1, 2`,
  );

const STATEMENTS = {
  minute: bucketsOf('usage.latencies-of-minutes', MINUTES),
  hour: bucketsOf('usage.latencies-of-hours', HOURS),
};

/** Latencies per step, by its start in milliseconds, and of the whole range. Steps without requests are missing. */
export async function latenciesIn(
  executor: Executor,
  tenant: string,
  { from, to, step }: TimeRange,
  route: string | null = null,
): Promise<{ steps: Map<number, LatencyBuckets>; all: LatencyBuckets }> {
  const statement = STATEMENTS[step === 'minute' ? 'minute' : 'hour'];
  const rows = await statement.run(executor, { tenant, from, to, step: STEPS_MS[step] / 1_000, route });
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
