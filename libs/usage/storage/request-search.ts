import type { Database } from '#platform/database';
import { findCodePeriods, findPeriods, type LogPeriod, matchesOnlyFailures } from './log-periods.js';
import { type LogFilter, type LogPage, type LogPlace, type LogRow, LogQuery } from './log-query.js';

/** Returns a page of matching rows, newest first. */
export async function searchLog(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
): Promise<LogRow[]> {
  const query = new LogQuery(tenant, filter);
  const find = periodFinder(filter);
  const periods = await find?.(database, tenant, filter, page);
  return query.run(database, periods ? newestIn(periods, query, page) : query.newest(page));
}

/** Chooses how to find the periods to search; undefined if an index of the log finds the rows directly. */
function periodFinder(filter: LogFilter) {
  const { temporaryId, key, route, statuses, code, requestId, domain } = filter;
  const isCounted = [key, route, statuses, code].some(value => value !== undefined);
  if (!isCounted || requestId !== undefined || temporaryId !== undefined) return undefined;
  if (domain === undefined) return findPeriods;
  return matchesOnlyFailures(filter) ? findCodePeriods : undefined;
}

/** Selects a page from the periods. PostgreSQL reads them one after another, newest first, until the page is full. */
function newestIn(periods: LogPeriod[], query: LogQuery, page: LogPage): string {
  const begins = query.add(periods.map(({ from }) => from));
  const ends = query.add(periods.map(({ to }) => to));
  const codes = query.add(periods.map(({ code }) => code));
  const conditions = ['at >= period.begins', 'at < period.ends'];
  if (periods[0]?.code != null) conditions.push('code = period.code', 'status >= 400');
  return `SELECT found.* FROM (
      SELECT * FROM unnest(${begins}::timestamptz[], ${ends}::timestamptz[], ${codes}::text[]) AS p (begins, ends, code)
      ORDER BY begins DESC
    ) period CROSS JOIN LATERAL (${query.newest(page, ...conditions)}) found
    ORDER BY period.begins DESC, found.at DESC, found.id DESC LIMIT ${query.add(page.limit)}`;
}

/** Returns matching rows with a higher ID than `after` and a time since `since`, in the order of their IDs. */
export async function readLogAfter(
  database: Database,
  tenant: string,
  filter: LogFilter,
  { after, since, limit }: { after: string; since: Date; limit: number },
): Promise<LogRow[]> {
  const query = new LogQuery(tenant, { ...filter, from: since });
  // Materialized: otherwise PostgreSQL might scan all IDs after `after` to find rows of this tenant.
  const text = `WITH recent AS MATERIALIZED (${query.rows(`id > ${query.add(after)}`)})
    SELECT * FROM recent ORDER BY id LIMIT ${query.add(limit)}`;
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
  const isAfter = after ? [`(at, id) > (${query.add(after.at)}, ${query.add(after.id)})`] : [];
  return query.run(database, `${query.rows(...isAfter)} ORDER BY r.at, r.id LIMIT ${query.add(limit)}`);
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

/** Counts matching rows, up to `limit`. */
export async function countLog(database: Database, tenant: string, filter: LogFilter, limit: number): Promise<number> {
  const query = new LogQuery(tenant, filter);
  const text = `SELECT count(*)::integer AS count FROM (${query.rows()} LIMIT ${query.add(limit)}) matching`;
  const [row] = await query.run<{ count: number }>(database, text);
  return row!.count;
}

export async function findLogRow(
  database: Database,
  tenant: string,
  filter: LogFilter,
  id: string,
): Promise<LogRow | undefined> {
  const query = new LogQuery(tenant, filter);
  const [row] = await query.run<LogRow>(database, query.rows(`r.id = ${query.add(id)}`));
  return row;
}
