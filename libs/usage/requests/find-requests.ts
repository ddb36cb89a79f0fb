import { Injectable } from '@nestjs/common';
import { accountIdOf, type PathTenant } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { type Column, pagesOf } from '#platform/http/exports';
import { readPage } from '#platform/http';
import { type IdScope, OpaqueIds } from '#platform/security/secrets';
import { isCompleteName } from '#domains/contract';
import { normalizeSearchTerm } from '#platform/model';
import {
  type ExportedRequest,
  type KeySummary,
  REQUEST_PREFIX,
  type RequestFilter,
  type RequestsPage,
  type RequestsQuery,
  type RequestView,
} from '../contract.js';
import { FindRequestKeys } from '../find-request-keys.js';
import { RequestNotFound } from '../model/errors.js';
import { statusesOf } from '../model/status-range.js';
import { readRequests } from '../storage/bodies.js';
import type { LogFilter, LogRow } from '../storage/log-query.js';
import { findLogRow, readLogAfter, searchLog, type SearchResult } from '../storage/request-search.js';
import { curlFor } from './curl.js';

/** Maximum age of the requests that `after` returns. */
const LIVE_MS = 15 * 60_000;

/** A search that has not filled its page by then ends after its current step. */
const MAX_SEARCH_MS = 1_000;

/** Lower than all row IDs; identity columns start at 1. */
const START = '0';

/** Columns of an exported request. */
export const REQUEST_COLUMNS: readonly Column<ExportedRequest>[] = [
  'id',
  'at',
  'request_id',
  'key.id',
  'key.name',
  'key.hint',
  'method',
  'endpoint',
  'status',
  'code',
  'duration_ms',
  'domain',
  'order_id',
  'faulted',
];

/** Searches the request log of a tenant. `origin` is the base URL of the curl commands. */
@Injectable()
export class FindRequests {
  constructor(
    private readonly keys: FindRequestKeys,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: OpaqueIds,
  ) {}

  /**
   * Returns a page of requests, newest first. With `after`, returns the requests logged since then, oldest first.
   * @throws UnknownId
   */
  async list(tenant: PathTenant, query: RequestsQuery, origin: string): Promise<RequestsPage> {
    const scope = scopeOf(tenant);
    const { rows, next, latest, searchedTo } = await (query.after === undefined
      ? this.readOlder(tenant, query)
      : this.readNewer(tenant, query.after, query));
    return {
      requests: await this.views(tenant, rows, origin),
      next: next === null ? null : this.ids.encode(scope, next),
      latest: this.ids.encode(scope, latest),
      searched_to: searchedTo?.toISOString() ?? null,
    };
  }

  /** Reads all matching requests in pages, newest first. */
  async *pages(tenant: PathTenant, query: RequestFilter): AsyncGenerator<ExportedRequest[]> {
    const keys = await this.keys.execute(tenant.slug);
    const [filter, now] = [filterOf(tenant, query), this.clock.now()];
    const read = async (before: LogRow | null = null, limit: number) =>
      (await searchLog(this.database, accountIdOf(tenant), filter, { before, limit, now })).rows;
    for await (const rows of pagesOf(read, row => row)) yield rows.map(row => this.exportedView(tenant, row, keys));
  }

  /** @throws RequestNotFound */
  async get(tenant: PathTenant, id: string, origin: string): Promise<RequestView> {
    const [view] = await this.views(tenant, [await this.getRow(tenant, id)], origin);
    return view as RequestView;
  }

  /** @throws RequestNotFound */
  async getRow(tenant: PathTenant, id: string): Promise<LogRow> {
    const [position] = this.ids.decode(scopeOf(tenant), id) ?? [];
    const row =
      position === undefined
        ? undefined
        : await findLogRow(this.database, accountIdOf(tenant), ownRequests(tenant), position);
    if (!row) throw new RequestNotFound(id);
    return row;
  }

  private async readOlder(tenant: PathTenant, query: RequestsQuery) {
    const before = query.before === undefined ? null : await this.rowOf(tenant, query.before);
    const now = this.clock.now();
    let found: SearchResult = { rows: [], stoppedAt: null };
    const read = async (limit: number) => {
      const page = { before: before ?? null, limit, now };
      // If the row of `before` was removed, all older rows were removed too.
      if (before !== undefined)
        found = await searchLog(this.database, accountIdOf(tenant), filterOf(tenant, query), page, MAX_SEARCH_MS);
      return found.rows;
    };
    const { rows, next } = await readPage(query.limit, read, ({ id }) => id);
    const { stoppedAt } = found;
    return {
      rows,
      next: next ?? stoppedAt?.id ?? null,
      latest: highestId(found.rows, START),
      searchedTo: stoppedAt?.at,
    };
  }

  private rowOf(tenant: PathTenant, before: string): Promise<LogRow | undefined> {
    return findLogRow(
      this.database,
      accountIdOf(tenant),
      ownRequests(tenant),
      this.ids.decodeField(scopeOf(tenant), 'before', before),
    );
  }

  private async readNewer(tenant: PathTenant, after: string, query: RequestsQuery) {
    const position = this.ids.decodeField(scopeOf(tenant), 'after', after);
    const since = new Date(this.clock.millis() - LIVE_MS);
    const page = { after: position, since, limit: query.limit };
    const rows = await readLogAfter(this.database, accountIdOf(tenant), filterOf(tenant, query), page);
    return { rows, next: null, latest: highestId(rows, position), searchedTo: undefined };
  }

  private async views(tenant: PathTenant, rows: LogRow[], origin: string): Promise<RequestView[]> {
    const keys = await this.keys.execute(tenant.slug);
    const curls = await this.curls(tenant, rows, origin);
    return rows.map(row => ({ ...this.exportedView(tenant, row, keys), curl: curls.get(row.id) ?? null }));
  }

  private exportedView(tenant: PathTenant, row: LogRow, keys: Map<string, KeySummary>): ExportedRequest {
    return {
      id: this.ids.encode(scopeOf(tenant), row.id),
      at: row.at.toISOString(),
      request_id: row.requestId,
      key: keys.get(row.keyId) ?? null,
      method: row.method,
      endpoint: row.route,
      status: row.status,
      code: row.code,
      duration_ms: Math.round(row.durationMs * 100) / 100,
      domain: row.domain,
      order_id: row.orderId,
      faulted: row.faulted,
    };
  }

  /** curl commands by the ID of the row, for rows with kept bodies. */
  private async curls(tenant: PathTenant, rows: LogRow[], origin: string): Promise<Map<string, string | undefined>> {
    const methods = new Map(rows.map(({ id, method }) => [id, method]));
    const kept = await readRequests(this.database, accountIdOf(tenant), [...methods.keys()]);
    return new Map(kept.map(sent => [sent.id, curlFor({ ...sent, method: methods.get(sent.id)! }, origin)]));
  }
}

const scopeOf = ({ id }: PathTenant): IdScope => ({ prefix: REQUEST_PREFIX, owner: id });

/** The highest row ID, for `after`. Rows are sorted by time, which can differ from the ID order across processes. */
const highestId = (rows: LogRow[], atLeast: string): string =>
  rows.reduce((highest, { id }) => (BigInt(id) > BigInt(highest) ? id : highest), atLeast);

/** A permanent tenant also sees the requests of its temporary tenants. */
const ownRequests = ({ id, parentId }: PathTenant): LogFilter => (parentId === null ? {} : { temporaryId: id });

function filterOf(
  tenant: PathTenant,
  { request_id, key, endpoint, status, code, domain, order_id, find, from, to }: RequestFilter,
): LogFilter {
  const found = findFilter(find);
  return {
    ...ownRequests(tenant),
    requestStart: request_id && sentId(request_id),
    // The roll-ups know the key.
    key: key ?? found.foundKey,
    route: endpoint,
    statuses: status === undefined ? undefined : statusesOf(status),
    codeStart: code?.toUpperCase(),
    ...domainFilter(domain),
    orderStart: order_id?.toLowerCase(),
    ...found,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

/** IDs that the service made are lowercase; those of clients can have any case. */
const sentId = (id: string): string => (/^req_/i.test(id) ? id.toLowerCase() : id);

/** The log has an index of complete domains only. */
function domainFilter(text: string | undefined): Pick<LogFilter, 'domain' | 'domainStart'> {
  if (text === undefined) return {};
  const name = normalizeSearchTerm(text);
  return isCompleteName(name) ? { domain: name } : { domainStart: name };
}

/** Recognizes IDs by their prefix, and complete domains. Clients can choose request IDs, so other text can be the start of one. */
function findFilter(text: string | undefined): LogFilter {
  if (text === undefined) return {};
  const id = text.trim().toLowerCase();
  if (id.startsWith('ord_')) return { orderStart: id };
  if (id.startsWith('key_')) return { foundKey: id };
  if (id.startsWith('req_')) return { requestStart: id };
  const { domain, domainStart } = domainFilter(text);
  return domainStart === undefined ? { domain } : { domainOrRequestStart: [domainStart, text.trim()] };
}
