import { Inject, Injectable } from '@nestjs/common';
import { permanentTenantIdOf, type PathTenant } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database } from '#platform/database';
import { type Column, pagesOf } from '#platform/http/exports';
import { type IdScope, OpaqueIds } from '#platform/security/secrets';
import { TemporaryTenants } from '#tenancy';
import {
  type ExchangeView,
  type ExportedRequest,
  type KeySummary,
  type MessageView,
  REQUEST_PREFIX,
  type RequestFilter,
  type RequestsPage,
  type RequestsQuery,
  type RequestView,
  STOREFRONT_KEY,
} from '../contract.js';
import { RequestNotFound } from '../model/errors.js';
import { BODIES_DAYS, type BodyState } from '../model/exchange.js';
import { Senders } from '../senders.js';
import { readExchange, readRequests } from '../storage/bodies.js';
import { type LogFilter, LogQuery, type LogRow } from '../storage/log-query.js';
import { findLogRow, readAddedAfter, searchLog } from '../storage/request-search.js';
import { curlFor } from './curl.js';
import { filterOf, visibleTo } from './filter.js';

const BODIES_MS = BODIES_DAYS * 86_400_000;

/** Maximum age of the requests that `after` returns. */
const LIVE_MS = 15 * 60_000;

/** Time after which a search starts no further step, even if its page is not full. */
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
  'world.tenant',
  'world.name',
  'method',
  'endpoint',
  'status',
  'code',
  'duration_ms',
  'domain',
  'order_id',
  'faulted',
];

/** The request log of a tenant. `origin` is the base URL of the curl commands. */
@Injectable()
export class Requests {
  constructor(
    private readonly senders: Senders,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: OpaqueIds,
    private readonly temporaryTenants: TemporaryTenants,
    @Inject(SETTINGS) private readonly settings: Settings,
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
    const keys = await this.senders.keysById(tenant.slug);
    const [filter, now] = [await this.resolveFilter(tenant, query), this.clock.now()];
    const read = async (before: LogRow | null = null, limit: number) =>
      (await searchLog(this.database, permanentTenantIdOf(tenant), filter, { before, limit, now })).rows;
    for await (const rows of pagesOf(read, row => row)) {
      const worlds = await this.worldsOf(rows);
      yield rows.map(row => this.exportedView(tenant, row, { keys, worlds }));
    }
  }

  /** @throws RequestNotFound */
  async get(tenant: PathTenant, id: string, origin: string): Promise<RequestView> {
    const [view] = await this.views(tenant, [await this.getRow(tenant, id)], origin);
    return view as RequestView;
  }

  /**
   * Headers and bodies of a request.
   * @throws RequestNotFound
   */
  async exchange(tenant: PathTenant, id: string): Promise<ExchangeView> {
    const row = await this.getRow(tenant, id);
    const kept = await readExchange(this.database, permanentTenantIdOf(tenant), row.id);
    if (!kept) return { not_kept: this.whyNotKept(row), target: null, request: null, response: null };
    return {
      not_kept: null,
      target: kept.target,
      request: messageOf(kept.requestHeaders, kept.requestState, kept.requestBody),
      response: messageOf(kept.responseHeaders, kept.responseState, kept.responseBody),
    };
  }

  private whyNotKept(row: LogRow): ExchangeView['not_kept'] {
    if (isOfStorefront(row)) return 'storefront';
    const { at, status, faulted } = row;
    if (this.clock.millis() - at.getTime() >= BODIES_MS) return 'expired';
    if (this.settings.logBodies === 'none') return 'off';
    return this.settings.logBodies === 'errors' && status < 400 && faulted === null ? 'success' : 'dropped';
  }

  /** @throws RequestNotFound */
  async getRow(tenant: PathTenant, id: string): Promise<LogRow> {
    const [position] = this.ids.decode(scopeOf(tenant), id) ?? [];
    const row = position === undefined ? undefined : await this.rowAt(tenant, position);
    if (!row) throw new RequestNotFound(id);
    return row;
  }

  private async readOlder(tenant: PathTenant, query: RequestsQuery) {
    const { before: cursor } = query;
    const position = cursor === undefined ? undefined : this.ids.decodeField(scopeOf(tenant), 'before', cursor);
    const before = position === undefined ? null : await this.rowAt(tenant, position);
    const filter = await this.resolveFilter(tenant, query);
    // The row of the cursor has been removed, and so have all older ones.
    if (before === undefined) return { rows: [], next: null, latest: START, searchedTo: undefined };
    const page = { before, limit: query.limit + 1, now: this.clock.now() };
    const found = await searchLog(this.database, permanentTenantIdOf(tenant), filter, page, MAX_SEARCH_MS);
    const rows = found.rows.slice(0, query.limit);
    const last = found.rows.length > query.limit ? rows.at(-1) : found.stoppedAt;
    return {
      rows,
      next: last?.id ?? null,
      latest: highestId(found.rows, START),
      searchedTo: found.stoppedAt?.at,
    };
  }

  private rowAt(tenant: PathTenant, position: string): Promise<LogRow | undefined> {
    return findLogRow(this.database, new LogQuery(permanentTenantIdOf(tenant), visibleTo(tenant)), position);
  }

  private async readNewer(tenant: PathTenant, after: string, query: RequestsQuery) {
    const position = this.ids.decodeField(scopeOf(tenant), 'after', after);
    const since = new Date(this.clock.millis() - LIVE_MS);
    const filter = { ...(await this.resolveFilter(tenant, query)), from: since };
    const recent = new LogQuery(permanentTenantIdOf(tenant), filter);
    const rows = await readAddedAfter(this.database, recent, position, query.limit);
    return { rows, next: null, latest: highestId(rows, position), searchedTo: undefined };
  }

  private async views(tenant: PathTenant, rows: LogRow[], origin: string): Promise<RequestView[]> {
    const keys = await this.senders.keysById(tenant.slug);
    const curls = await this.curls(tenant, rows, origin);
    const worlds = await this.worldsOf(rows);
    return rows.map(row => ({ ...this.exportedView(tenant, row, { keys, worlds }), curl: curls.get(row.id) ?? null }));
  }

  /** An unknown world gets an empty ID, which matches nothing. */
  private async resolveFilter(tenant: PathTenant, query: RequestFilter): Promise<LogFilter> {
    if (query.world === undefined) return filterOf(tenant, query);
    return filterOf(tenant, query, (await this.temporaryTenants.idOf(permanentTenantIdOf(tenant), query.world)) ?? '');
  }

  private worldsOf(rows: LogRow[]): ReturnType<TemporaryTenants['names']> {
    return this.temporaryTenants.names([...new Set(rows.flatMap(({ temporaryId }) => temporaryId ?? []))]);
  }

  private exportedView(tenant: PathTenant, row: LogRow, { keys, worlds }: Names): ExportedRequest {
    // The log of a world itself does not repeat its name.
    const world = row.temporaryId === null || tenant.parentId !== null ? undefined : worlds.get(row.temporaryId);
    return {
      id: this.ids.encode(scopeOf(tenant), row.id),
      at: row.at.toISOString(),
      request_id: row.requestId,
      key: keys.get(row.keyId) ?? null,
      world: world ? { tenant: world.slug, name: world.name } : null,
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
    const kept = await readRequests(this.database, permanentTenantIdOf(tenant), [...methods.keys()]);
    return new Map(kept.map(sent => [sent.id, curlFor({ ...sent, method: methods.get(sent.id)! }, origin)]));
  }
}

interface Names {
  keys: Map<string, KeySummary>;
  worlds: Awaited<ReturnType<TemporaryTenants['names']>>;
}

/** Requests of worlds are logged with the key ID of worlds, also those to their storefronts. Only the API has API routes. */
const isOfStorefront = ({ keyId, temporaryId, route }: LogRow): boolean =>
  keyId === STOREFRONT_KEY || (temporaryId !== null && !/^\/(?:api|facades)\//.test(route));

const scopeOf = ({ id }: PathTenant): IdScope => ({ prefix: REQUEST_PREFIX, owner: id });

/** The highest row ID, for `after`. Rows are sorted by time, which can differ from the ID order across processes. */
const highestId = (rows: LogRow[], atLeast: string): string =>
  rows.reduce((highest, { id }) => (BigInt(id) > BigInt(highest) ? id : highest), atLeast);

const messageOf = (headers: string, state: BodyState, body: string | null): MessageView => ({
  headers: JSON.parse(headers) as Record<string, string>,
  state,
  body,
});
