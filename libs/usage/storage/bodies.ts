import { Conditions, type Database } from '#platform/database';
import { type BodyState, keepExchange } from '../model/exchange.js';
import type { UsageEntry } from '../model/usage-entry.js';

/** The stored parts of a request in the log. */
export interface StoredRequest {
  /** ID of the request in the log. */
  id: string;
  target: string;
  requestHeaders: string;
  requestState: BodyState;
  requestBody: string | null;
}

/** The stored parts of a request and its response. */
interface StoredExchange extends StoredRequest {
  responseHeaders: string;
  responseState: BodyState;
  responseBody: string | null;
}

/** Values of `usage.bodies` for the entries with an exchange; `body_of` is the position of the entry, from 1. */
export function bodyColumns(entries: UsageEntry[]) {
  const kept = entries.flatMap(({ exchange }, index) =>
    exchange ? [{ position: index + 1, ...keepExchange(exchange) }] : [],
  );
  return {
    body_of: kept.map(({ position }) => position),
    target: kept.map(({ target }) => target),
    request_headers: kept.map(({ requestHeaders }) => requestHeaders),
    request_state: kept.map(({ request }) => request.state),
    request_body: kept.map(({ request }) => request.text),
    response_headers: kept.map(({ responseHeaders }) => responseHeaders),
    response_state: kept.map(({ response }) => response.state),
    response_body: kept.map(({ response }) => response.text),
  };
}

const REQUEST = `id, target, request_headers AS "requestHeaders", request_state AS "requestState",
  request_body AS "requestBody"`;
const RESPONSE = `response_headers AS "responseHeaders", response_state AS "responseState",
  response_body AS "responseBody"`;

/** Rows without stored parts are missing. */
export const readRequests = (database: Database, tenant: string, ids: string[]): Promise<StoredRequest[]> =>
  read(database, tenant, ids, REQUEST);

/** Returns undefined if nothing is stored. */
export async function readExchange(
  database: Database,
  tenant: string,
  id: string,
): Promise<StoredExchange | undefined> {
  const [row] = await read<StoredExchange>(database, tenant, [id], `${REQUEST}, ${RESPONSE}`);
  return row;
}

function read<Row extends object>(database: Database, tenant: string, ids: string[], columns: string): Promise<Row[]> {
  const query = new Conditions();
  query.add(`tenant_id = ${query.addParameter(tenant)}`);
  query.add(`id = ANY(${query.addParameter(ids)}::bigint[])`);
  return query.run(database, `SELECT ${columns} FROM usage.bodies WHERE ${query}`);
}
