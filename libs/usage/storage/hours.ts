import { type Executor, Statement } from '#platform/database';

/** An hour of a tenant whose minutes are to be added up. */
export type DueHour = { tenant: string; hour: Date };

/** Locks it, so that whoever logs for this hour waits, and what they have logged is seen by the next statement. */
const take = new Statement<DueHour, { ended: Date }>(
  'usage.take-due-hour',
  `SELECT tenant_id AS tenant, hour FROM usage.due_hours WHERE hour <= :ended
   ORDER BY hour LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

/** An hour never shrinks: what comes so late that its minutes are gone by then is not counted. */
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
   SELECT :tenant, route, :hour, array_agg(requests::integer ORDER BY place) FROM (
     SELECT m.route, b.place, sum(b.requests) AS requests
     FROM usage.minute_latencies m, unnest(m.buckets) WITH ORDINALITY AS b (requests, place)
     WHERE m.tenant_id = :tenant AND m.minute >= :hour AND m.minute < :hour::timestamptz + interval '1 hour'
     GROUP BY 1, 2
   ) bucket GROUP BY route
   ON CONFLICT (tenant_id, hour, route) DO UPDATE SET buckets = excluded.buckets
   WHERE (SELECT sum(n) FROM unnest(excluded.buckets) n) > (SELECT sum(n) FROM unnest(known.buckets) n)`,
);

const settle = new Statement<never, DueHour>(
  'usage.settle-hour',
  'DELETE FROM usage.due_hours WHERE tenant_id = :tenant AND hour = :hour',
);

/**
 * Adds up the minutes of one hour of one tenant, of those that ended by then. An hour is written as a whole, so that
 * doing it again, after a crash or because something came late, counts nothing twice. False when none is due.
 */
export async function rollUpOne(tx: Executor, ended: Date): Promise<boolean> {
  const [due] = await take.run(tx, { ended });
  if (!due) return false;
  await counts.run(tx, due);
  await latencies.run(tx, due);
  await settle.run(tx, due);
  return true;
}
