import type { Database } from '#platform/database';
import { type LogFilter, type LogPage, LogQuery } from './log-query.js';
import { COUNTS } from './sources.js';

/** A minute or hour with matching requests according to the roll-ups. Failures have one period per code. */
export interface LogPeriod {
  from: Date;
  to: Date;
  code: string | null;
}

/** Age up to which minutes are certainly not deleted yet; older periods are hours. */
const MAX_AGE_OF_MINUTES_MS = 6 * 86_400_000;

/** At least the retention time of the log. */
const MAX_AGE_MS = 31 * 86_400_000;

/** Additional periods: the newest ones, one per code, may have no row before the cursor. */
const SPARE = 50;

const END = new Date('9999-12-31T00:00:00Z');

/**
 * Finds the periods to search for a page, newest first. Each has at least one matching request, so that as many periods
 * as rows are enough, and three failures among ten million requests are found as fast as recent ones.
 */
export async function findPeriods(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
): Promise<LogPeriod[]> {
  const edge = new Date(page.now.getTime() - MAX_AGE_OF_MINUTES_MS);
  edge.setUTCMinutes(0, 0, 0);
  const oldest = new Date(edge.getTime() - MAX_AGE_MS);
  const limit = page.limit + SPARE;
  const search = (unit: Unit, from: Date, to: Date, count: number) =>
    periodsIn(database, tenant, filter, { ...page, limit: count }, { unit, from, to });
  const recent = await search('minute', edge, END, limit);
  if (recent.length >= limit) return recent;
  return [...recent, ...(await search('hour', oldest, edge, limit - recent.length))];
}

/** For a domain, which the roll-ups do not have: one period per error code, because the log has an index by both. */
export async function findCodePeriods(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
): Promise<LogPeriod[]> {
  const [from, to] = [new Date(page.now.getTime() - MAX_AGE_MS), END];
  const query = new LogQuery(tenant, countedConditions(filter));
  query.when(from, parameter => `at >= ${parameter}`);
  const text = `SELECT DISTINCT code FROM (${COUNTS.hour}) counted WHERE ${query}`;
  const rows = await query.run<{ code: string }>(database, text);
  return rows.map(({ code }) => ({ from, to, code }));
}

type Unit = 'minute' | 'hour';

async function periodsIn(
  database: Database,
  tenant: string,
  filter: LogFilter,
  { before, limit }: LogPage,
  { unit, from, to }: { unit: Unit; from: Date; to: Date },
): Promise<LogPeriod[]> {
  const query = new LogQuery(tenant, countedConditions(filter));
  const widthMs = unit === 'minute' ? 60_000 : 3_600_000;
  const first = Math.max(from.getTime(), (filter.from?.getTime() ?? 0) - widthMs);
  query.when(new Date(first), parameter => `at >= ${parameter}`);
  query.when(to, parameter => `at < ${parameter}`);
  query.when(before?.at ?? filter.to, parameter => `at <= ${parameter}`);
  const text = `
    SELECT DISTINCT at, ${matchesOnlyFailures(filter) ? 'code' : 'NULL AS code'} FROM (${COUNTS[unit]}) counted
    WHERE ${query} ORDER BY at DESC LIMIT ${query.add(limit)}`;
  const rows = await query.run<{ at: Date; code: string | null }>(database, text);
  return rows.map(({ at, code }) => ({ from: at, to: new Date(at.getTime() + widthMs), code }));
}

const countedConditions = ({ key, route, statuses, code, codeStart }: LogFilter): LogFilter => ({
  key,
  route,
  statuses,
  code,
  codeStart,
});

/** Whether only failures can match; the log has indexes of their codes. */
export const matchesOnlyFailures = ({ statuses, code, codeStart }: LogFilter): boolean =>
  code !== undefined || codeStart !== undefined || (statuses?.[0] ?? 0) >= 400;
