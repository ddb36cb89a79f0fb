import type pg from 'pg';
import { logProgress } from '../report/progress.js';

/** Days over which the requests are spread. The bodies of the first half day are to be removed. */
const DAYS = 7.5;

/** Rows per statement, for progress and for transactions that end. */
const STEP = 500_000;

export interface LogOwner {
  tenant: string;
  key: string;
}

/** Names that few of the requests contain. */
export const RARE = { domain: 'needle-1.com', code: 'IDEMPOTENCY_MISMATCH', every: 4_000_000 };

/**
 * Logs `count` requests with bodies: of 1,000, 940 searches, 40 orders, 19 taken domains and one error, and of all, a few rare
 * ones. The last is as old as the filling takes.
 */
export async function logRequests(database: pg.Pool, { tenant, key }: LogOwner, count: number): Promise<void> {
  for (let from = 1; from <= count; from += STEP) {
    await database.query(
      `WITH entry AS (
         SELECT n, now() - (1 - n / $3::float8) * ${DAYS} * interval '1 day' AS at, n % 1000 AS part, n % ${RARE.every} = 1 AS is_rare,
           'shop-' || hashint8(n) % 2000000 || '.com' AS name
         FROM generate_series($4::bigint, $5::bigint) n
       ), logged AS (
         INSERT INTO usage.requests
           (id, at, tenant_id, key_id, method, route, status, code, duration_ms, request_id, domain, order_id)
         OVERRIDING SYSTEM VALUE
         SELECT n, at, $1, $2, 'POST', '/api/v1/sandbox/domains/' || CASE WHEN part < 940 THEN 'search' ELSE 'order' END,
           CASE WHEN is_rare THEN 422 WHEN part < 940 THEN 200 WHEN part < 980 THEN 201 WHEN part < 999 THEN 409 ELSE 500 END,
           CASE WHEN is_rare THEN '${RARE.code}' WHEN part < 980 THEN NULL WHEN part < 999 THEN 'DOMAIN_TAKEN' ELSE 'INTERNAL_ERROR' END,
           1.5, 'req_' || lpad(to_hex(n), 32, '0'), CASE WHEN is_rare THEN '${RARE.domain}' ELSE name END,
           CASE WHEN part BETWEEN 940 AND 979 THEN 'ord_' || lpad(to_hex(n), 32, '0') END
         FROM entry ORDER BY n
       )
       INSERT INTO usage.bodies
         (id, at, tenant_id, target, request_headers, request_state, request_body, response_headers, response_state, response_body)
       SELECT n, at, $1, '/api/v1/sandbox/domains/search', '{"content-type":"application/json","user-agent":"shop/1.0"}', 'complete',
         '{"domain":"' || name || '"}', '{"content-type":"application/json; charset=utf-8"}', 'complete',
         '{"success":true,"data":{"domain":"' || name || '","available":true,"suggestions":[' ||
           repeat('{"domain":"other-' || name || '","price":1299},', 6) || 'null]}}'
       FROM entry ORDER BY n`,
      [tenant, key, count, from, Math.min(count, from + STEP - 1)],
    );
    logProgress(`${Math.min(count, from + STEP - 1)} of ${count} requests logged`);
  }
  await countRequests(database);
}

/** The counts that are written together with the log, and the hours that the worker has to roll up. */
async function countRequests(database: pg.Pool): Promise<void> {
  await database.query(
    `INSERT INTO usage.minutes (tenant_id, key_id, route, status, code, minute, requests)
     SELECT tenant_id, key_id, route, status, coalesce(code, ''), date_trunc('minute', at, 'UTC'), count(*)
     FROM usage.requests GROUP BY 1, 2, 3, 4, 5, 6`,
  );
  await database.query(
    `INSERT INTO usage.due_hours SELECT DISTINCT tenant_id, date_trunc('hour', minute, 'UTC') FROM usage.minutes`,
  );
  await database.query(`SELECT setval(pg_get_serial_sequence('usage.requests', 'id'), max(id)) FROM usage.requests`);
  await database.query('VACUUM ANALYZE usage.requests, usage.bodies, usage.minutes');
}
