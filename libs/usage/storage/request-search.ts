import type { Database } from '#platform/database';
import { findCodePeriods, findPeriods, type LogPeriod, matchesOnlyFailures } from './log-periods.js';
import { type LogFilter, type LogRow, type LogPage, LogQuery } from './log-query.js';

/** Total length of the periods that one statement searches: some hours, or all minutes of a page. */
const BATCH_MS = 8 * 3_600_000;

/** Returns a page of matching rows, newest first. */
export async function searchLog(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
): Promise<LogRow[]> {
  const find = periodFinder(filter);
  if (!find) {
    const query = new LogQuery(tenant, filter);
    return query.run(database, query.newest(page));
  }
  const rows: LogRow[] = [];
  for (const periods of batchesOf(await find(database, tenant, filter, page))) {
    const rest = { ...page, limit: page.limit - rows.length };
    rows.push(...(await searchPeriods(database, tenant, filter, rest, periods)));
    if (rows.length >= page.limit) break;
  }
  return rows;
}

/** Chooses how to find the periods to search; undefined if an index of the log finds the rows directly. */
function periodFinder(filter: LogFilter) {
  const { key, route, statuses, code, requestId, domain } = filter;
  const isCounted = [key, route, statuses, code].some(value => value !== undefined);
  if (!isCounted || requestId !== undefined) return undefined;
  if (domain === undefined) return findPeriods;
  return matchesOnlyFailures(filter) ? findCodePeriods : undefined;
}

/** Splits periods into batches. Periods of the same time stay together, so that rows are returned in order. */
function batchesOf(periods: LogPeriod[]): LogPeriod[][] {
  const batches: LogPeriod[][] = [];
  let left = 0;
  let last: number | undefined;
  for (const period of periods) {
    const isNew = period.from.getTime() !== last;
    if (isNew && left <= 0) {
      batches.push([]);
      left = BATCH_MS;
    }
    if (isNew) left -= period.to.getTime() - period.from.getTime();
    batches.at(-1)!.push(period);
    last = period.from.getTime();
  }
  return batches;
}

function searchPeriods(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
  periods: LogPeriod[],
): Promise<LogRow[]> {
  const query = new LogQuery(tenant, filter);
  const columns = [
    query.add(periods.map(({ from }) => from)),
    query.add(periods.map(({ to }) => to)),
    query.add(periods.map(({ code }) => code)),
  ];
  const isCoded = periods[0]?.code != null;
  const inPeriod = [
    'at >= period.begins',
    'at < period.ends',
    ...(isCoded ? ['code = period.code', 'status >= 400'] : []),
  ];
  return query.run(
    database,
    `SELECT found.* FROM unnest(${columns[0]}::timestamptz[], ${columns[1]}::timestamptz[], ${columns[2]}::text[])
       AS period (begins, ends, code)
     CROSS JOIN LATERAL (${query.newest(page, ...inPeriod)}) found
     ORDER BY found.at DESC, found.id DESC LIMIT ${query.add(page.limit)}`,
  );
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

export async function findLogRow(database: Database, tenant: string, id: string): Promise<LogRow | undefined> {
  const query = new LogQuery(tenant, {});
  const [row] = await query.run(database, query.rows(`r.id = ${query.add(id)}`));
  return row;
}
