import { Statement } from '#platform/database';
import { PERMANENT_COUNTS } from './count-tables.js';

export interface ActivityRow {
  id: string;
  requests: number;
  errors: number;
  lastAt: Date | null;
}

/** Requests of permanent tenants since the start of an hour, and the time of the last one. */
export const readActivity = new Statement<ActivityRow, { tenants: string[]; from: Date }>(
  'usage.activity',
  `SELECT tenant.id, coalesce(requests, 0)::float8 AS requests, coalesce(errors, 0)::float8 AS errors,
     (SELECT max(at) FROM usage.requests r WHERE r.tenant_id = tenant.id) AS "lastAt"
   FROM unnest(:tenants::text[]) AS tenant (id) LEFT JOIN (
     SELECT tenant_id, sum(requests) AS requests, sum(requests) FILTER (WHERE status >= 400) AS errors
     FROM (${PERMANENT_COUNTS.hour}) counted WHERE at >= :from GROUP BY 1
   ) total ON total.tenant_id = tenant.id`,
);
