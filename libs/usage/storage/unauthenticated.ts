import { Conditions, type Database, type Executor, Statement } from '#platform/database';

/** Maximum number of logged requests per tenant and minute; those that name no known tenant count together. */
export const MAX_PER_MINUTE = 60;

export interface UnauthenticatedEntry {
  at: Date;
  /** The known tenant that the request counts for; empty if there is none. */
  countedFor: string;
  tenant: string | null;
  keyStart: string | null;
  keyEnd: string | null;
  reason: string;
  address: string;
  method: string;
  route: string;
  requestId: string;
}

export interface UnauthenticatedRow extends Omit<UnauthenticatedEntry, 'countedFor'> {
  /** A bigint as decimal text. */
  id: string;
}

/** The maximum is not exact: concurrent writes of several processes do not see each other. */
const append = new Statement<never, { entries: string; max: number }>(
  'usage.log-unauthenticated',
  `INSERT INTO usage.unauthenticated
     (at, counted_for, claimed_tenant, key_start, key_end, reason, address, method, route, request_id)
   SELECT at, "countedFor", tenant, "keyStart", "keyEnd", reason, address, method, route, "requestId" FROM (
     SELECT *, row_number() OVER (PARTITION BY "countedFor", date_trunc('minute', at, 'UTC') ORDER BY at) AS number
     FROM json_to_recordset(:entries::json) AS entry (at timestamptz, "countedFor" text, tenant text, "keyStart" text,
       "keyEnd" text, reason text, address text, method text, route text, "requestId" text)
   ) entry
   WHERE number + (
     SELECT count(*) FROM usage.unauthenticated u WHERE u.counted_for = "countedFor"
       AND u.at >= date_trunc('minute', entry.at, 'UTC')
       AND u.at < date_trunc('minute', entry.at, 'UTC') + interval '1 minute'
   ) <= :max ORDER BY at`,
);

export async function logUnauthenticated(executor: Executor, entries: UnauthenticatedEntry[]): Promise<void> {
  await append.run(executor, { entries: JSON.stringify(entries), max: MAX_PER_MINUTE });
}

interface Filter {
  /** Requests that name the tenant, or carry a key with one of these prefixes; undefined for all. */
  about?: { tenant: string; keyStarts: string[] };
  reason?: string;
  before?: string;
}

/** Returns a page, newest first. */
export function readUnauthenticated(
  database: Database,
  { about, reason, before }: Filter,
  limit: number,
): Promise<UnauthenticatedRow[]> {
  const query = new Conditions();
  if (about)
    query.add(
      `(claimed_tenant = ${query.addParameter(about.tenant)} OR key_start = ANY(${query.addParameter(about.keyStarts)}::text[]))`,
    );
  query.addIfDefined(reason, parameter => `reason = ${parameter}`);
  query.addIfDefined(before, parameter => `id < ${parameter}`);
  const text = `SELECT id, at, claimed_tenant AS tenant, key_start AS "keyStart", key_end AS "keyEnd", reason, address,
      method, route, request_id AS "requestId"
    FROM usage.unauthenticated WHERE ${query} ORDER BY id DESC LIMIT ${query.addParameter(limit)}`;
  return query.run(database, text);
}
