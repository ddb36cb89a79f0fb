import { type Executor, Statement } from '#platform/database';
import { LatencyBuckets } from '../model/latency-buckets.js';
import type { UsageEntry } from '../model/usage-entry.js';

type Columns = Record<string, unknown[]>;

/**
 * Writes rows and counts in one statement, so that the log and the charts cannot differ. It first marks the hours as due,
 * which locks them against roll-ups and other writers of the same tenant: rows become visible in the order of their IDs.
 */
const append = new Statement<never, Columns>(
  'usage.append',
  `WITH due AS (
     INSERT INTO usage.due_hours AS known (tenant_id, hour)
     SELECT DISTINCT tenant_id, date_trunc('hour', at, 'UTC')
     FROM unnest(:tenant::text[], :at::timestamptz[]) AS entry (tenant_id, at) ORDER BY 1, 2
     ON CONFLICT (tenant_id, hour) DO UPDATE SET hour = excluded.hour RETURNING hour
   ),
   logged AS (
     INSERT INTO usage.requests
       (at, tenant_id, temporary_id, key_id, method, route, status, code, duration_ms, request_id, domain, order_id,
        faulted)
     SELECT * FROM unnest(:at::timestamptz[], :tenant::text[], :temporary::text[], :key::text[], :method::text[], :route::text[],
       :status::smallint[], :code::text[], :duration::real[], :request::text[], :domain::text[], :order::text[],
       :faulted::text[])
     WHERE EXISTS (SELECT FROM due)
     RETURNING at, tenant_id, key_id, route, status, code
   ),
   timed AS (
     INSERT INTO usage.minute_latencies AS known (tenant_id, route, minute, buckets)
     SELECT tenant_id, route, minute, buckets::integer[]
     FROM unnest(:timed_tenant::text[], :timed_route::text[], :timed_minute::timestamptz[], :timed_buckets::text[])
       AS entry (tenant_id, route, minute, buckets) ORDER BY 1, 3, 2
     ON CONFLICT (tenant_id, minute, route) DO UPDATE SET buckets =
       ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0) FROM unnest(known.buckets, excluded.buckets) AS pair (a, b))
   )
   INSERT INTO usage.minutes AS known (tenant_id, key_id, route, status, code, minute, requests)
   SELECT tenant_id, key_id, route, status, coalesce(code, ''), date_trunc('minute', at, 'UTC') AS minute, count(*)
   FROM logged GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 6, 2, 3, 4, 5
   ON CONFLICT (tenant_id, minute, key_id, route, status, code) DO UPDATE
   SET requests = known.requests + excluded.requests`,
);

/** Logs requests. */
export async function appendToLog(executor: Executor, entries: UsageEntry[]): Promise<void> {
  const timed = latenciesOf(entries);
  await append.run(executor, {
    at: entries.map(entry => entry.at),
    tenant: entries.map(entry => entry.tenantId),
    temporary: entries.map(entry => entry.temporaryId),
    key: entries.map(entry => entry.keyId),
    method: entries.map(entry => entry.method),
    route: entries.map(entry => entry.route),
    status: entries.map(entry => entry.status),
    code: entries.map(entry => entry.code),
    duration: entries.map(entry => entry.durationMs),
    request: entries.map(entry => entry.requestId),
    domain: entries.map(entry => entry.domain),
    order: entries.map(entry => entry.orderId),
    faulted: entries.map(entry => entry.faulted),
    timed_tenant: timed.map(({ entry }) => entry.tenantId),
    timed_route: timed.map(({ entry }) => entry.route),
    timed_minute: timed.map(({ minute }) => minute),
    timed_buckets: timed.map(({ buckets }) => buckets.toString()),
  });
}

const MINUTE_MS = 60_000;

/** Latencies by tenant, route, and minute, without long polls: their duration depends on when an event occurs. */
function latenciesOf(entries: UsageEntry[]) {
  const found = new Map<string, { entry: UsageEntry; minute: Date; buckets: LatencyBuckets }>();
  for (const entry of entries) {
    if (entry.isLongPoll) continue;
    const minute = new Date(entry.at.getTime() - (entry.at.getTime() % MINUTE_MS));
    const name = `${entry.tenantId} ${entry.route} ${minute.getTime()}`;
    const known = found.get(name) ?? { entry, minute, buckets: new LatencyBuckets() };
    known.buckets.count(entry.durationMs);
    found.set(name, known);
  }
  return [...found.values()];
}
