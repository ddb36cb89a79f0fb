import type { Database } from '#platform/database';
import { type LogFilter, type LogPage, LogQuestion } from './log-question.js';

/** A stretch of time in which the roll-ups counted requests that fit; of failures, those with one code. */
export interface LogPlace {
  from: Date;
  to: Date;
  code: string | null;
}

/** For so long minutes are sure to be there; what happened earlier is looked for by the hour. */
const MINUTES_SURE_MS = 6 * 86_400_000;

/** At least as long as the log is kept. */
const LOG_KEPT_MS = 31 * 86_400_000;

/** Of the newest place nothing may be left before the cursor, and there can be as many of it as there are codes. */
const SPARE = 50;

const END = new Date('9999-12-31T00:00:00Z');

const MINUTES = `SELECT minute AS place, m.* FROM usage.minutes m`;

/** Hours that were added up, and the minutes of those that were not yet. */
const HOURS = `SELECT hour AS place, tenant_id, key_id, route, status, code FROM usage.hours h
  WHERE NOT EXISTS (SELECT FROM usage.due_hours d WHERE d.tenant_id = h.tenant_id AND d.hour = h.hour)
  UNION ALL
  SELECT d.hour, m.tenant_id, m.key_id, m.route, m.status, m.code
  FROM usage.due_hours d JOIN usage.minutes m ON m.tenant_id = d.tenant_id
    AND m.minute >= d.hour AND m.minute < d.hour + interval '1 hour'`;

/**
 * Where to look for what is asked, the newest places first. Each has at least one request that fits, so that they are
 * enough for a page, and three failures among ten million requests are found as fast as the latest ones.
 */
export async function findPlaces(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
): Promise<LogPlace[]> {
  const edge = new Date(page.now.getTime() - MINUTES_SURE_MS);
  edge.setUTCMinutes(0, 0, 0);
  const oldest = new Date(edge.getTime() - LOG_KEPT_MS);
  const most = page.limit + SPARE;
  const search = (unit: Unit, from: Date, to: Date, limit: number) =>
    placesIn(database, tenant, filter, { ...page, limit }, { unit, from, to });
  const late = await search('minute', edge, END, most);
  if (late.length >= most) return late;
  return [...late, ...(await search('hour', oldest, edge, most - late.length))];
}

/** Names are not counted. Of failures the log has an index by name and code, so all time is one place for each code. */
export async function findCodes(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
): Promise<LogPlace[]> {
  const [from, to] = [new Date(page.now.getTime() - LOG_KEPT_MS), END];
  const question = new LogQuestion(tenant, countedOf(filter));
  const text = `SELECT DISTINCT code FROM (${HOURS}) counted
    WHERE tenant_id = ${question.tenant} AND ${question.counted.join(' AND ')} AND place >= ${question.add(from)}`;
  const { rows } = await database.query<{ code: string }>({ text, values: question.values });
  return rows.map(({ code }) => ({ from, to, code }));
}

type Unit = 'minute' | 'hour';

async function placesIn(
  database: Database,
  tenant: string,
  filter: LogFilter,
  { before, limit }: LogPage,
  { unit, from, to }: { unit: Unit; from: Date; to: Date },
): Promise<LogPlace[]> {
  const question = new LogQuestion(tenant, countedOf(filter));
  const widthMs = unit === 'minute' ? 60_000 : 3_600_000;
  const first = Math.max(from.getTime(), (filter.from?.getTime() ?? 0) - widthMs);
  const last = before?.at ?? filter.to ?? END;
  const text = `
    SELECT DISTINCT place, ${isOfFailures(filter) ? 'code' : 'NULL AS code'}
    FROM (${unit === 'minute' ? MINUTES : HOURS}) counted
    WHERE tenant_id = ${question.tenant} AND ${question.counted.join(' AND ')}
      AND place >= ${question.add(new Date(first))} AND place < ${question.add(to)} AND place <= ${question.add(last)}
    ORDER BY place DESC LIMIT ${question.add(limit)}`;
  const { rows } = await database.query<{ place: Date; code: string | null }>({ text, values: question.values });
  return rows.map(({ place, code }) => ({ from: place, to: new Date(place.getTime() + widthMs), code }));
}

const countedOf = ({ key, route, statuses, code }: LogFilter): LogFilter => ({ key, route, statuses, code });

/** Each failure has a code, and the log indexes of them. */
export const isOfFailures = ({ statuses, code }: LogFilter): boolean =>
  code !== undefined || (statuses?.[0] ?? 0) >= 400;
