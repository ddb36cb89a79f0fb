import { type Executor, Statement } from '#platform/database';

/** An hour of a tenant that has to be rolled up. */
export type DueHour = { tenant: string; hour: Date };

/** The lock blocks concurrent writes of this hour's log; the next statement sees all writes committed before. */
const lockDueHour = new Statement<DueHour, { ended: Date }>(
  'usage.lock-due-hour',
  `SELECT tenant_id AS tenant, hour FROM usage.due_hours WHERE hour <= :ended
   ORDER BY hour LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

/** Counts never decrease: if late requests are logged after the minutes were deleted, the hour keeps its counts. */
const counts = new Statement<never, DueHour>(
  'usage.roll-up-counts',
  `INSERT INTO usage.hours AS known (tenant_id, key_id, route, status, code, hour, requests)
   SELECT tenant_id, key_id, route, status, code, :hour, sum(requests) FROM usage.minutes
   WHERE tenant_id = :tenant AND minute >= :hour AND minute < :hour::timestamptz + interval '1 hour'
   GROUP BY 1, 2, 3, 4, 5
   ON CONFLICT (tenant_id, hour, key_id, route, status, code) DO UPDATE SET requests = excluded.requests
   WHERE excluded.requests > known.requests`,
);

const latencies = new Statement<never, DueHour>(
  'usage.roll-up-latencies',
  `INSERT INTO usage.hour_latencies AS known (tenant_id, route, hour, buckets)
   SELECT :tenant, route, :hour, array_agg(requests::integer ORDER BY position) FROM (
     SELECT m.route, b.position, sum(b.requests) AS requests
     FROM usage.minute_latencies m, unnest(m.buckets) WITH ORDINALITY AS b (requests, position)
     WHERE m.tenant_id = :tenant AND m.minute >= :hour AND m.minute < :hour::timestamptz + interval '1 hour'
     GROUP BY 1, 2
   ) bucket GROUP BY route
   ON CONFLICT (tenant_id, hour, route) DO UPDATE SET buckets = excluded.buckets
   WHERE (SELECT sum(n) FROM unnest(excluded.buckets) n) > (SELECT sum(n) FROM unnest(known.buckets) n)`,
);

const removeDueHour = new Statement<never, DueHour>(
  'usage.remove-due-hour',
  'DELETE FROM usage.due_hours WHERE tenant_id = :tenant AND hour = :hour',
);

/**
 * Rolls up one due hour of one tenant that starts at or before `ended`. Replaces the counts of the hour, so that a repeated
 * roll-up counts nothing twice. Returns false if none is due.
 */
export async function rollUpOne(tx: Executor, ended: Date): Promise<boolean> {
  const due = await lockDueHour.first(tx, { ended });
  if (!due) return false;
  await counts.run(tx, due);
  await latencies.run(tx, due);
  await removeDueHour.run(tx, due);
  return true;
}
