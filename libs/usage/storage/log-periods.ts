import type { LogFilter, LogPage, LogQuery } from './log-query.js';
import { COUNTS } from './count-tables.js';

/** Age up to which minutes are certainly not deleted yet; older periods are hours. */
const MAX_AGE_OF_MINUTES_MS = 6 * 86_400_000;

/** At least the retention time of the log. */
const MAX_AGE_MS = 31 * 86_400_000;

/** Whether the roll-ups find the rows of a filter; otherwise, an index of the log does. */
export function usesPeriods(filter: LogFilter): boolean {
  const { temporaryId, key, route, statuses, code, codeStart, requestStart, orderStart, domain } = filter;
  const isCounted = [key, route, statuses, code, codeStart].some(value => value !== undefined);
  const isIndexed = [requestStart, orderStart, temporaryId].some(value => value !== undefined);
  return isCounted && !isIndexed && (domain === undefined || matchesOnlyFailures(filter));
}

/**
 * Selects a page of matching rows, newest first, through the minutes and hours that have such rows according to the roll-ups:
 * three failures among ten million requests are found as fast as recent ones. PostgreSQL reads one period after another until
 * the page is full.
 */
export function newestInPeriods(query: LogQuery, filter: LogFilter, page: LogPage): string {
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

  // For a domain, which the roll-ups do not have, only the codes are needed: the log has an index by both.
  if (filter.domain !== undefined)
    return newestIn(periods('hour', `at >= ${oldest}`, `${oldest}::timestamptz`, `'infinity'::timestamptz`));
  const boundary = query.addParameter(edge);
  const minutes = newestIn(periods('minute', `at >= ${boundary}`));
  const hours = newestIn(periods('hour', `at >= ${oldest} AND at < ${boundary}`));
  return `SELECT * FROM (${minutes} UNION ALL ${hours}) found ORDER BY at DESC, id DESC LIMIT ${limit}`;
}

/** Whether only failures can match. */
const matchesOnlyFailures = ({ statuses, code, codeStart }: LogFilter): boolean =>
  code !== undefined || codeStart !== undefined || (statuses?.[0] ?? 0) >= 400;
