import type { Database } from '#platform/database';
import { newestInPeriods, usesPeriods } from './log-periods.js';
import {
  type LogFilter,
  type LogPage,
  type LogPlace,
  LogQuery,
  type LogRow,
  type UnindexedFilter,
} from './log-query.js';

/**
 * Rows read by one statement when no index finds the matching ones, so that it ends well before the statement timeout.
 */
const SCANNED_ROWS = 50_000;

/** The rows that a search has found. */
export interface SearchResult {
  rows: LogRow[];
  /** The oldest row that was read, if time was up before the page was full; older rows have not been searched. */
  stoppedAt: LogPlace | null;
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
  const { domainStart, domainOrRequestStart, ...indexed } = filter;
  if (domainStart === undefined && domainOrRequestStart === undefined) {
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

/** Reads the rows of a step, and returns up to `limit` matching ones. `last` is the last row, if older ones may follow. */
async function scan(
  database: Database,
  tenant: string,
  { domainStart, domainOrRequestStart, ...indexed }: LogFilter,
  step: LogPage,
  limit: number,
): Promise<{ matching: LogRow[]; last: LogPlace | undefined }> {
  const query = new LogQuery(tenant, indexed);
  const starts = { domainStart, domainOrRequestStart };
  const text = usesPeriods(indexed) ? scanPeriods(query, indexed, step, starts) : scanRange(query, step, starts);
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
 * Selects the matching rows of a step and the last one. The index tells where the step ends. Its rows are read oldest first,
 * as they are stored: newest first, reading from a disk takes four times as long.
 */
function scanRange(query: LogQuery, step: LogPage, starts: UnindexedFilter): string {
  const newest = query.newest(step);
  const matches = query.startConditions(starts, 'request_id').join(' AND ');
  const rows = query.rows(
    `(at, id) >= (coalesce((SELECT at FROM last), '-infinity'), coalesce((SELECT id FROM last), 0))`,
    `((${matches}) OR id = (SELECT id FROM last))`,
  );
  return `WITH last AS MATERIALIZED (
      SELECT at, id FROM (${newest}) step ORDER BY at DESC, id DESC OFFSET ${query.addParameter(step.limit - 1)}
    ), found AS MATERIALIZED (${rows} ORDER BY r.at, r.id)
    SELECT found.*, ${matchesOf(query, starts)} AS matches, id = (SELECT id FROM last) AS "isLast" FROM found`;
}

/** The same for rows that the roll-ups have found, which are far fewer than those between them. */
function scanPeriods(query: LogQuery, filter: LogFilter, step: LogPage, starts: UnindexedFilter): string {
  return `SELECT * FROM (
      SELECT r.*, ${matchesOf(query, starts)} AS matches,
        row_number() OVER (ORDER BY at DESC, id DESC) = ${query.addParameter(step.limit)} AS "isLast"
      FROM (${newestInPeriods(query, filter, step)}) r
    ) scanned WHERE matches OR "isLast"`;
}

const matchesOf = (query: LogQuery, starts: UnindexedFilter): string =>
  `coalesce(${query.startConditions(starts, '"requestId"').join(' AND ')}, false)`;

/** Returns matching rows with a higher ID than `after` and a time since `since`, in the order of their IDs. */
export async function readLogAfter(
  database: Database,
  tenant: string,
  filter: LogFilter,
  { after, since, limit }: { after: string; since: Date; limit: number },
): Promise<LogRow[]> {
  const query = new LogQuery(tenant, { ...filter, from: since });
  // Materialized: otherwise PostgreSQL might scan all IDs after `after` to find rows of this tenant.
  const text = `WITH recent AS MATERIALIZED (${query.rows(`id > ${query.addParameter(after)}`)})
    SELECT * FROM recent ORDER BY id LIMIT ${query.addParameter(limit)}`;
  return query.run(database, text);
}

/** Returns matching rows after a place, oldest first. */
export async function readLogFrom(
  database: Database,
  tenant: string,
  filter: LogFilter,
  { after, limit }: { after?: LogPlace; limit: number },
): Promise<LogRow[]> {
  const query = new LogQuery(tenant, filter);
  const isAfter = after ? [`(at, id) > (${query.addParameter(after.at)}, ${query.addParameter(after.id)})`] : [];
  return query.run(database, `${query.rows(...isAfter)} ORDER BY r.at, r.id LIMIT ${query.addParameter(limit)}`);
}

/** Returns matching rows, newest first. */
export async function readNewest(
  database: Database,
  tenant: string,
  filter: LogFilter,
  limit: number,
): Promise<LogRow[]> {
  const query = new LogQuery(tenant, filter);
  return query.run(database, query.newest({ before: null, limit }));
}

/** Number of requests, and of the different values that they have. */
export interface LogCount {
  count: number;
  idempotencyKeys: number;
  paymentReferences: number;
}

/** Counts matching rows, up to `limit`. */
export async function countLog(
  database: Database,
  tenant: string,
  filter: LogFilter,
  limit: number,
): Promise<LogCount> {
  const query = new LogQuery(tenant, filter);
  const text = `SELECT count(*)::integer AS count, count(DISTINCT "idempotencyKey")::integer AS "idempotencyKeys",
    count(DISTINCT "paymentReference")::integer AS "paymentReferences"
    FROM (${query.rows()} LIMIT ${query.addParameter(limit)}) matching`;
  const [row] = await query.run<LogCount>(database, text);
  return row!;
}

export async function findLogRow(
  database: Database,
  tenant: string,
  filter: LogFilter,
  id: string,
): Promise<LogRow | undefined> {
  const query = new LogQuery(tenant, filter);
  const [row] = await query.run<LogRow>(database, query.rows(`r.id = ${query.addParameter(id)}`));
  return row;
}
