import type { Database } from '#platform';
import { type LogFilter, type LoggedRow, type LogPage, LogQuestion } from './log-question.js';

/** For so long minutes are sure to be there; what happened earlier is looked for by the hour. */
const MINUTES_SURE_MS = 6 * 86_400_000;
/** At least as long as the log is kept. */
const LOG_KEPT_MS = 31 * 86_400_000;
const END = new Date('9999-12-31T00:00:00Z');

/**
 * The newest rows that fit, before `before` where it is given. What the roll-ups count is looked for only in minutes
 * and hours that have some, so that three failures among ten million requests are found as fast as the latest ones.
 */
export async function searchLog(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
): Promise<LoggedRow[]> {
  const { key, route, statuses, code, requestId, domain } = filter;
  const isCounted = [key, route, statuses, code].some(value => value !== undefined);
  if (!isCounted || requestId !== undefined || domain !== undefined) {
    const question = new LogQuestion(tenant, filter);
    return question.ask(database, question.newest(page));
  }
  const edge = new Date(page.now.getTime() - MINUTES_SURE_MS);
  edge.setUTCMinutes(0, 0, 0);
  const oldest = new Date(edge.getTime() - LOG_KEPT_MS);
  const late = await searchPlaces(database, tenant, filter, page, { table: 'minutes', from: edge, to: END });
  if (late.length >= page.limit) return late;
  const rest = { ...page, limit: page.limit - late.length };
  return [...late, ...(await searchPlaces(database, tenant, filter, rest, { table: 'hours', from: oldest, to: edge }))];
}

/** Looks into the places of one roll-up. Only the newest of them may have nothing before the cursor. */
async function searchPlaces(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
  within: { table: 'minutes' | 'hours'; from: Date; to: Date },
): Promise<LoggedRow[]> {
  const question = new LogQuestion(tenant, filter);
  const unit = within.table === 'minutes' ? 'minute' : 'hour';
  const [from, to] = [question.add(within.from), question.add(within.to)];
  const oldest = `greatest(${from}::timestamptz, ${question.add(filter.from ?? within.from)}::timestamptz - interval '1 ${unit}')`;
  const newest = question.add(page.before?.at ?? filter.to ?? END);
  const isInside = `tenant_id = ${question.tenant} AND ${unit} >= ${oldest} AND ${unit} < ${to} AND ${unit} <= ${newest}`;
  const counted = `SELECT DISTINCT ${unit} AS place FROM usage.${within.table}
    WHERE ${isInside} AND ${question.counted.join(' AND ')} ORDER BY place DESC LIMIT ${question.add(page.limit)} + 1`;
  // Of an hour that was not added up yet nobody knows what it has.
  const unknown = unit === 'hour' ? `UNION SELECT hour FROM usage.due_hours WHERE ${isInside}` : '';
  const found = question.newest(page, [
    'at >= place',
    `at < place + interval '1 ${unit}'`,
    `at >= ${from}`,
    `at < ${to}`,
  ]);
  return question.ask(
    database,
    `WITH places AS ((${counted}) ${unknown})
     SELECT found.* FROM places CROSS JOIN LATERAL (${found}) found
     ORDER BY found.at DESC, found.id DESC LIMIT ${question.add(page.limit)}`,
  );
}

/** The rows that were written after the one with that id and belong to the time since then, in that order. */
export async function logAfter(
  database: Database,
  tenant: string,
  filter: LogFilter,
  { after, since, limit }: { after: string; since: Date; limit: number },
): Promise<LoggedRow[]> {
  const question = new LogQuestion(tenant, { ...filter, from: since });
  const text = `${question.rows([`id > ${question.add(after)}`])} ORDER BY r.id LIMIT ${question.add(limit)}`;
  return question.ask(database, text);
}

export async function findLogged(database: Database, tenant: string, id: string): Promise<LoggedRow | undefined> {
  const question = new LogQuestion(tenant, {});
  const [row] = await question.ask(database, question.rows([`r.id = ${question.add(id)}`]));
  return row;
}
