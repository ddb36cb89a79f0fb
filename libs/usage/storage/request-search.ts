import type { Database } from '#platform/database';
import { findCodes, findPlaces, isOfFailures, type LogPlace } from './log-places.js';
import { type LogFilter, type LoggedRow, type LogPage, LogQuestion } from './log-question.js';

/** So much time is looked through by one statement: some hours, or all minutes of a page. */
const SPAN_MS = 8 * 3_600_000;

/** The newest rows that fit, before `before` where it is given. */
export async function searchLog(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
): Promise<LoggedRow[]> {
  const find = finderFor(filter);
  if (!find) {
    const question = new LogQuestion(tenant, filter);
    return question.ask(database, question.newest(page));
  }
  const rows: LoggedRow[] = [];
  for (const places of inSpans(await find(database, tenant, filter, page))) {
    const rest = { ...page, limit: page.limit - rows.length };
    rows.push(...(await searchPlaces(database, tenant, filter, rest, places)));
    if (rows.length >= page.limit) break;
  }
  return rows;
}

/** What tells where to look; nothing where an index leads there by itself. */
function finderFor(filter: LogFilter) {
  const { key, route, statuses, code, requestId, domain } = filter;
  const isCounted = [key, route, statuses, code].some(value => value !== undefined);
  if (!isCounted || requestId !== undefined) return undefined;
  if (domain === undefined) return findPlaces;
  return isOfFailures(filter) ? findCodes : undefined;
}

/** A few at a time; what lies in the same stretch stays together, so that rows come in order. */
function inSpans(places: LogPlace[]): LogPlace[][] {
  const spans: LogPlace[][] = [];
  let left = 0;
  let last: number | undefined;
  for (const place of places) {
    const isNew = place.from.getTime() !== last;
    if (isNew && left <= 0) {
      spans.push([]);
      left = SPAN_MS;
    }
    if (isNew) left -= place.to.getTime() - place.from.getTime();
    spans.at(-1)!.push(place);
    last = place.from.getTime();
  }
  return spans;
}

function searchPlaces(
  database: Database,
  tenant: string,
  filter: LogFilter,
  page: LogPage,
  places: LogPlace[],
): Promise<LoggedRow[]> {
  const question = new LogQuestion(tenant, filter);
  const columns = [
    question.add(places.map(({ from }) => from)),
    question.add(places.map(({ to }) => to)),
    question.add(places.map(({ code }) => code)),
  ];
  const isCoded = places[0]?.code != null;
  const inPlace = ['at >= place.begins', 'at < place.ends', ...(isCoded ? ['code = place.code', 'status >= 400'] : [])];
  return question.ask(
    database,
    `SELECT found.* FROM unnest(${columns[0]}::timestamptz[], ${columns[1]}::timestamptz[], ${columns[2]}::text[])
       AS place (begins, ends, code)
     CROSS JOIN LATERAL (${question.newest(page, inPlace)}) found
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
  // By itself, or else PostgreSQL might walk through all ids since an old one for want of rows of this tenant.
  const text = `WITH recent AS MATERIALIZED (${question.rows([`id > ${question.add(after)}`])})
    SELECT * FROM recent ORDER BY id LIMIT ${question.add(limit)}`;
  return question.ask(database, text);
}

export async function findLogged(database: Database, tenant: string, id: string): Promise<LoggedRow | undefined> {
  const question = new LogQuestion(tenant, {});
  const [row] = await question.ask(database, question.rows([`r.id = ${question.add(id)}`]));
  return row;
}
