import type { Database } from '#platform';

export interface LoggedRow {
  id: string;
  at: Date;
  keyId: string;
  method: string;
  route: string;
  status: number;
  code: string | null;
  durationMs: number;
  requestId: string;
  domain: string | null;
  orderId: string | null;
}

/** What is looked for; all that is given must hold. */
export interface LogFilter {
  requestId?: string;
  key?: string;
  route?: string;
  /** From the lowest to the highest status. */
  statuses?: [number, number];
  code?: string;
  domain?: string;
  from?: Date;
  to?: Date;
}

const COLUMNS = `r.id, r.at, r.key_id AS "keyId", r.method, r.route, r.status, r.code, r.duration_ms AS "durationMs",
  r.request_id AS "requestId", r.domain, r.order_id AS "orderId"`;

/** For so long minutes are sure to be there; what happened earlier is looked for by the hour. */
const MINUTES_SURE_MS = 6 * 86_400_000;

/** Collects the values of a statement that is made for one question. */
class Values {
  readonly list: unknown[] = [];

  add = (value: unknown): string => `$${this.list.push(value)}`;
}

/** What of a filter is counted in the roll-ups: their columns have the same names. */
function countedIn(filter: LogFilter, add: Values['add']): string[] {
  const { key, route, statuses, code } = filter;
  return [
    ...(key === undefined ? [] : [`key_id = ${add(key)}`]),
    ...(route === undefined ? [] : [`route = ${add(route)}`]),
    ...(statuses === undefined ? [] : [`status BETWEEN ${add(statuses[0])} AND ${add(statuses[1])}`]),
    ...(code === undefined ? [] : [`code = ${add(code)}`]),
  ];
}

function onlyInLog({ requestId, domain, from, to }: LogFilter, add: Values['add']): string[] {
  return [
    ...(requestId === undefined ? [] : [`request_id = ${add(requestId)}`]),
    ...(domain === undefined ? [] : [`domain = ${add(domain)}`]),
    ...(from === undefined ? [] : [`at >= ${add(from)}`]),
    ...(to === undefined ? [] : [`at < ${add(to)}`]),
  ];
}

interface Page {
  before: { at: Date; id: string } | null;
  limit: number;
  now: Date;
}

/** The newest rows that fit, before `before` where it is given. */
export async function searchLog(
  database: Database,
  tenant: string,
  filter: LogFilter,
  { before, limit, now }: Page,
): Promise<LoggedRow[]> {
  const { list, add } = new Values();
  const tenantId = add(tenant);
  const counted = countedIn(filter, add);
  const conditions = [`r.tenant_id = ${tenantId}`, ...counted, ...onlyInLog(filter, add)];
  if (before) conditions.push(`(at, id) < (${add(before.at)}, ${add(before.id)})`);
  const most = add(limit);
  const select = (where: string[]) =>
    `SELECT ${COLUMNS} FROM usage.requests r WHERE ${where.join(' AND ')} ORDER BY r.at DESC, r.id DESC LIMIT ${most}`;
  const isIndexed = filter.requestId !== undefined || filter.domain !== undefined;
  if (counted.length === 0 || isIndexed) return read(database, select(conditions), list);
  const edge = new Date(now.getTime() - MINUTES_SURE_MS);
  edge.setUTCMinutes(0, 0, 0);
  const range = [add(filter.from ?? BEGINNING), add(before?.at ?? filter.to ?? END), add(edge)] as const;
  const text = `WITH places AS (${placesIn(tenantId, range, counted)} ORDER BY place DESC LIMIT ${most} + 1)
    SELECT found.* FROM places CROSS JOIN LATERAL (
      ${select([...conditions, 'at >= place', 'at < place + span'])}
    ) found ORDER BY found.at DESC, found.id DESC LIMIT ${most}`;
  return read(database, text, list);
}

const BEGINNING = new Date(0);
const END = new Date('9999-12-31T00:00:00Z');

/**
 * The minutes and hours in which the roll-ups counted something that fits, so that three failures among ten million
 * requests are found as fast as the latest ones. Only the newest of them may have nothing before the cursor.
 */
const placesIn = (tenant: string, [oldest, newest, edge]: readonly [string, string, string], counted: string[]) => `
  SELECT minute AS place, interval '1 minute' AS span FROM usage.minutes
  WHERE tenant_id = ${tenant} AND minute > ${oldest}::timestamptz - interval '1 minute' AND minute <= ${newest}
    AND ${counted.join(' AND ')} AND (minute >= ${edge} OR date_trunc('hour', minute, 'UTC') IN (
      SELECT hour FROM usage.due_hours WHERE tenant_id = ${tenant}))
  UNION
  SELECT hour, interval '1 hour' FROM usage.hours
  WHERE tenant_id = ${tenant} AND hour > ${oldest}::timestamptz - interval '1 hour' AND hour <= ${newest}
    AND ${counted.join(' AND ')} AND hour < ${edge} AND hour NOT IN (
      SELECT hour FROM usage.due_hours WHERE tenant_id = ${tenant})`;

/** The rows that were written after the one with that id and belong to the time since then, in that order. */
export async function logAfter(
  database: Database,
  tenant: string,
  filter: LogFilter,
  { after, since, limit }: { after: string; since: Date; limit: number },
): Promise<LoggedRow[]> {
  const { list, add } = new Values();
  const conditions = [
    `r.tenant_id = ${add(tenant)}`,
    ...countedIn(filter, add),
    ...onlyInLog({ ...filter, from: since }, add),
    `id > ${add(after)}`,
  ];
  const text = `SELECT ${COLUMNS} FROM usage.requests r WHERE ${conditions.join(' AND ')}
    ORDER BY r.id LIMIT ${add(limit)}`;
  return read(database, text, list);
}

export async function findLogged(database: Database, tenant: string, id: string): Promise<LoggedRow | undefined> {
  const text = `SELECT ${COLUMNS} FROM usage.requests r WHERE r.tenant_id = $1 AND r.id = $2`;
  const [row] = await read(database, text, [tenant, id]);
  return row;
}

async function read(database: Database, text: string, values: unknown[]): Promise<LoggedRow[]> {
  return (await database.query<LoggedRow>({ text, values })).rows;
}
