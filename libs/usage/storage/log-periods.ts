import type { Database } from '#platform/database';
import { type LogFilter, type LogPage, LogQuery } from './log-query.js';

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

const MINUTES = `SELECT minute AS begins, m.* FROM usage.minutes m`;

/** Rolled-up hours, and the minutes of hours that still have to be rolled up. */
const HOURS = `SELECT hour AS begins, tenant_id, key_id, route, status, code FROM usage.hours h
  WHERE NOT EXISTS (SELECT FROM usage.due_hours d WHERE d.tenant_id = h.tenant_id AND d.hour = h.hour)
  UNION ALL
  SELECT d.hour, m.tenant_id, m.key_id, m.route, m.status, m.code
  FROM usage.due_hours d JOIN usage.minutes m ON m.tenant_id = d.tenant_id
    AND m.minute >= d.hour AND m.minute < d.hour + interval '1 hour'`;

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
  const text = `SELECT DISTINCT code FROM (${HOURS}) counted
    WHERE tenant_id = ${query.tenant} AND ${query.counted.join(' AND ')} AND begins >= ${query.add(from)}`;
  const { rows } = await database.query<{ code: string }>({ text, values: query.values });
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
  const last = before?.at ?? filter.to ?? END;
  const text = `
    SELECT DISTINCT begins, ${matchesOnlyFailures(filter) ? 'code' : 'NULL AS code'}
    FROM (${unit === 'minute' ? MINUTES : HOURS}) counted
    WHERE tenant_id = ${query.tenant} AND ${query.counted.join(' AND ')}
      AND begins >= ${query.add(new Date(first))} AND begins < ${query.add(to)} AND begins <= ${query.add(last)}
    ORDER BY begins DESC LIMIT ${query.add(limit)}`;
  const { rows } = await database.query<{ begins: Date; code: string | null }>({ text, values: query.values });
  return rows.map(({ begins, code }) => ({ from: begins, to: new Date(begins.getTime() + widthMs), code }));
}

const countedConditions = ({ key, route, statuses, code }: LogFilter): LogFilter => ({ key, route, statuses, code });

/** Whether only failures can match; the log has indexes of their codes. */
export const matchesOnlyFailures = ({ statuses, code }: LogFilter): boolean =>
  code !== undefined || (statuses?.[0] ?? 0) >= 400;
