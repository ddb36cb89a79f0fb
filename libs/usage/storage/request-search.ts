import type { Database } from '#platform/database';
import {
  type LogFilter,
  type LogPage,
  type RequestPosition,
  LogQuery,
  type LogRow,
  type UnindexedFilter,
} from './log-query.js';
import { COUNTS } from './count-tables.js';

/** Maximum number of rows that one statement reads without an index, so that it ends well before its timeout. */
const SCANNED_ROWS = 50_000;

/** The rows that a search has found. */
export interface SearchResult {
  rows: LogRow[];
  /** The oldest row that was read, if time was up before the page was full; older rows have not been searched. */
  stoppedAt: RequestPosition | null;
}

/**
 * Returns a page of matching rows, newest first. Without an index for the filter, it reads the log in steps until the page is
 * full or the time is up.
 */
export async function searchLog(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
  maxMs = Infinity,
): Promise<SearchResult> {
  const { domainPrefix, domainOrRequestPrefix, ...indexed } = filter;
  if (domainPrefix === undefined && domainOrRequestPrefix === undefined) {
    const query = new LogQuery(tenant, indexed);
    const text = usesPeriods(indexed) ? newestInPeriods(query, indexed, page) : query.newest(page);
    return { rows: await query.run(database, text), stoppedAt: null };
  }
  const deadline = performance.now() + maxMs;
  const rows: LogRow[] = [];
  for (let { before } = page; ;) {
    const step = { ...page, before, limit: SCANNED_ROWS };
    const missing = page.limit - rows.length;
    const { matching, last } = await scan(database, tenant, filter, step, missing);
    rows.push(...matching);
    if (matching.length === missing || !last) return { rows, stoppedAt: null };
    if (performance.now() >= deadline) return { rows, stoppedAt: last };
    before = last;
  }
}

/** Reads up to `step.limit` rows, and returns up to `limit` matching ones. `last` is the last row read, if older rows may follow. */
async function scan(
  database: Database,
  tenant: string,
  { domainPrefix, domainOrRequestPrefix, ...indexed }: LogFilter,
  step: LogPage,
  limit: number,
): Promise<{ matching: LogRow[]; last: RequestPosition | undefined }> {
  const query = new LogQuery(tenant, indexed);
  const prefixes = { domainPrefix, domainOrRequestPrefix };
  const text = usesPeriods(indexed) ? scanPeriods(query, indexed, step, prefixes) : scanRange(query, step, prefixes);
  const found = await query.run<LogRow & { matches: boolean; isLast: boolean }>(
    database,
    `${text} ORDER BY at DESC, id DESC LIMIT ${query.addParameter(limit)}`,
  );
  return {
    matching: found.filter(({ matches }) => matches),
    last: found.find(({ isLast }) => isLast),
  };
}

/**
 * Selects the matching rows of a step, and its last row, which is found with the index. Rows are read oldest first, as
 * they are stored; reading newest first takes four times as long on a disk.
 */
function scanRange(query: LogQuery, step: LogPage, prefixes: UnindexedFilter): string {
  const newest = query.newest(step);
  const matches = query.prefixConditions(prefixes, 'request_id').join(' AND ');
  const rows = query.rows(
    `(at, id) >= (coalesce((SELECT at FROM last), '-infinity'), coalesce((SELECT id FROM last), 0))`,
    `((${matches}) OR id = (SELECT id FROM last))`,
  );
  return `WITH last AS MATERIALIZED (
      SELECT at, id FROM (${newest}) step ORDER BY at DESC, id DESC OFFSET ${query.addParameter(step.limit - 1)}
    ), found AS MATERIALIZED (${rows} ORDER BY r.at, r.id)
    SELECT found.*, ${matchesOf(query, prefixes)} AS matches, id = (SELECT id FROM last) AS "isLast" FROM found`;
}

/** Like `scanRange`, but reads only the periods in which the roll-ups have matching requests. */
function scanPeriods(query: LogQuery, filter: LogFilter, step: LogPage, prefixes: UnindexedFilter): string {
  return `SELECT * FROM (
      SELECT r.*, ${matchesOf(query, prefixes)} AS matches,
        row_number() OVER (ORDER BY at DESC, id DESC) = ${query.addParameter(step.limit)} AS "isLast"
      FROM (${newestInPeriods(query, filter, step)}) r
    ) scanned WHERE matches OR "isLast"`;
}

const matchesOf = (query: LogQuery, prefixes: UnindexedFilter): string =>
  `coalesce(${query.prefixConditions(prefixes, '"requestId"').join(' AND ')}, false)`;

/** Returns matching rows with a higher ID than `after`, in the order of their IDs. */
export function readAddedAfter(database: Database, query: LogQuery, after: string, limit: number): Promise<LogRow[]> {
  // Materialized: otherwise PostgreSQL might scan all IDs after `after` to find rows of this tenant.
  const text = `WITH recent AS MATERIALIZED (${query.rows(`id > ${query.addParameter(after)}`)})
    SELECT * FROM recent ORDER BY id LIMIT ${query.addParameter(limit)}`;
  return query.run(database, text);
}

/** Returns matching rows after a position, oldest first. */
export function readOldest(
  database: Database,
  query: LogQuery,
  { after, limit }: { after?: RequestPosition; limit: number },
): Promise<LogRow[]> {
  const isAfter = after ? [`(at, id) > (${query.addParameter(after.at)}, ${query.addParameter(after.id)})`] : [];
  return query.run(database, `${query.rows(...isAfter)} ORDER BY r.at, r.id LIMIT ${query.addParameter(limit)}`);
}

/** Number of requests, and of their distinct idempotency keys and payment references. */
export interface LogCount {
  count: number;
  idempotencyKeys: number;
  paymentReferences: number;
}

/** Counts matching rows, up to `limit`. */
export async function countLog(database: Database, query: LogQuery, limit: number): Promise<LogCount> {
  const text = `SELECT count(*)::integer AS count, count(DISTINCT "idempotencyKey")::integer AS "idempotencyKeys",
    count(DISTINCT "paymentReference")::integer AS "paymentReferences"
    FROM (${query.rows()} LIMIT ${query.addParameter(limit)}) matching`;
  const [row] = await query.run<LogCount>(database, text);
  return row!;
}

export async function findLogRow(database: Database, query: LogQuery, id: string): Promise<LogRow | undefined> {
  const [row] = await query.run<LogRow>(database, query.rows(`r.id = ${query.addParameter(id)}`));
  return row;
}

/** Age up to which minutes are certainly not deleted yet. For older requests, hours are used. */
const MAX_AGE_OF_MINUTES_MS = 6 * 86_400_000;

/** At least the retention time of the log. */
const MAX_AGE_MS = 31 * 86_400_000;

/** Whether the rows of a filter are found through the roll-ups instead of an index of the log. */
function usesPeriods(filter: LogFilter): boolean {
  const { temporaryId, key, route, statuses, code, codePrefix, requestPrefix, orderPrefix, domain } = filter;
  const isCounted = [key, route, statuses, code, codePrefix].some(value => value !== undefined);
  const isIndexed = [requestPrefix, orderPrefix, temporaryId].some(value => value !== undefined);
  return isCounted && !isIndexed && (domain === undefined || matchesOnlyFailures(filter));
}

/**
 * Selects a page of matching rows, newest first, through the minutes and hours that have such rows according to the roll-ups:
 * three failures among ten million requests are found as fast as recent ones. PostgreSQL reads one period after another until
 * the page is full.
 */
function newestInPeriods(query: LogQuery, filter: LogFilter, page: LogPage): string {
  const onlyFailures = matchesOnlyFailures(filter);
  // The log has an index of failures by code.
  const ofCode = onlyFailures ? ['code = period.code', 'status >= 400'] : [];
  const rows = query.newest(page, 'at >= begins', 'at < ends', ...ofCode);
  const limit = query.addParameter(page.limit);
  const newestIn = (periods: string) => `(SELECT found.* FROM (${periods} ORDER BY begins DESC) period
    CROSS JOIN LATERAL (${rows}) found ORDER BY begins DESC, found.at DESC, found.id DESC LIMIT ${limit})`;

  const counted = query.counted();
  counted.addIfDefined(page.before?.at ?? filter.to, parameter => `at <= ${parameter}`);
  counted.addIfDefined(filter.from, parameter => `at > ${parameter}::timestamptz - interval '1 hour'`);
  const edge = new Date(page.now.getTime() - MAX_AGE_OF_MINUTES_MS);
  edge.setUTCMinutes(0, 0, 0);
  const oldest = query.addParameter(new Date(edge.getTime() - MAX_AGE_MS));
  const periods = (unit: 'minute' | 'hour', range: string, begins = 'at', ends = `at + interval '1 ${unit}'`) =>
    `SELECT DISTINCT ${begins} AS begins, ${ends} AS ends, ${onlyFailures ? 'code' : 'NULL AS code'}
     FROM (${COUNTS[unit]}) counted WHERE ${counted} AND ${range}`;

  // The roll-ups do not have domains. They provide only the codes, and the log has an index by domain and code.
  if (filter.domain !== undefined)
    return newestIn(periods('hour', `at >= ${oldest}`, `${oldest}::timestamptz`, `'infinity'::timestamptz`));
  const boundary = query.addParameter(edge);
  const minutes = newestIn(periods('minute', `at >= ${boundary}`));
  const hours = newestIn(periods('hour', `at >= ${oldest} AND at < ${boundary}`));
  return `SELECT * FROM (${minutes} UNION ALL ${hours}) found ORDER BY at DESC, id DESC LIMIT ${limit}`;
}

/** Whether only failures can match. */
const matchesOnlyFailures = ({ statuses, code, codePrefix }: LogFilter): boolean =>
  code !== undefined || codePrefix !== undefined || (statuses?.[0] ?? 0) >= 400;
