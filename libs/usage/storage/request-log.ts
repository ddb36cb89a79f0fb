import { Injectable } from '@nestjs/common';
import { Database, Statement } from '#platform';
import type { UsageEntry } from '../contract.js';

type Columns = {
  at: Date[];
  tenant: string[];
  key: string[];
  method: string[];
  route: string[];
  status: number[];
  code: (string | null)[];
  duration: number[];
  request: string[];
};

/** Rows and counts in one statement: what the log shows and what the charts count cannot differ. */
const append = new Statement<never, Columns>(
  'usage.append',
  `WITH logged AS (
     INSERT INTO usage.requests (at, tenant_id, key_id, method, route, status, code, duration_ms, request_id)
     SELECT * FROM unnest(:at::timestamptz[], :tenant::text[], :key::text[], :method::text[], :route::text[],
       :status::smallint[], :code::text[], :duration::real[], :request::text[])
     RETURNING at, tenant_id, key_id, route, status, code, duration_ms
   )
   INSERT INTO usage.minutes AS known (tenant_id, key_id, route, status, code, minute, requests, duration_ms)
   SELECT tenant_id, key_id, route, status, coalesce(code, ''), date_trunc('minute', at, 'UTC') AS minute,
     count(*), sum(duration_ms)
   FROM logged GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 6, 2, 3, 4, 5
   ON CONFLICT (tenant_id, minute, key_id, route, status, code) DO UPDATE
   SET requests = known.requests + excluded.requests, duration_ms = known.duration_ms + excluded.duration_ms`,
);

@Injectable()
export class RequestLog {
  constructor(private readonly database: Database) {}

  async append(entries: UsageEntry[]): Promise<void> {
    await append.run(this.database, {
      at: entries.map(entry => entry.at),
      tenant: entries.map(entry => entry.tenantId),
      key: entries.map(entry => entry.keyId),
      method: entries.map(entry => entry.method),
      route: entries.map(entry => entry.route),
      status: entries.map(entry => entry.status),
      code: entries.map(entry => entry.code),
      duration: entries.map(entry => entry.durationMs),
      request: entries.map(entry => entry.requestId),
    });
  }
}
