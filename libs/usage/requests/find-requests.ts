import { Injectable } from '@nestjs/common';
import { accountIdOf, type PathTenant } from '#access';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { readPage } from '#platform/http';
import { type IdScope, OpaqueIds } from '#platform/secrets';
import { normalizeSearchTerm } from '#domains/contract';
import {
  REQUEST_PREFIX,
  type RequestsPage,
  type RequestsQuery,
  type RequestView,
  STOREFRONT_KEY,
  WORLDS_KEY,
} from '../contract.js';
import { FindRequestKeys } from '../find-request-keys.js';
import { RequestNotFound } from '../model/errors.js';
import { statusesOf } from '../model/status-range.js';
import type { LogFilter, LogRow } from '../storage/log-query.js';
import { findLogRow, readLogAfter, searchLog } from '../storage/request-search.js';
import { curlFor } from './curl.js';

/** Maximum age of the requests that `after` returns. */
const LIVE_MS = 15 * 60_000;

/** Lower than all row IDs; identity columns start at 1. */
const START = '0';

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
    const { rows, next, latest } = await (query.after === undefined
      ? this.readOlder(tenant, query)
      : this.readNewer(tenant, query.after, query));
    return {
      requests: await this.views(tenant, rows, origin),
      next: next === null ? null : this.ids.encode(scope, next),
      latest: this.ids.encode(scope, latest),
    };
  }

  /** @throws RequestNotFound */
  async get(tenant: PathTenant, id: string, origin: string): Promise<RequestView> {
    const [position] = this.ids.decode(scopeOf(tenant), id) ?? [];
    const row =
      position === undefined
        ? undefined
        : await findLogRow(this.database, accountIdOf(tenant), ownRequests(tenant), position);
    if (!row) throw new RequestNotFound(id);
    const [view] = await this.views(tenant, [row], origin);
    return view as RequestView;
  }

  private async readOlder(tenant: PathTenant, query: RequestsQuery) {
    const before = query.before === undefined ? null : await this.rowOf(tenant, query.before);
    const now = this.clock.now();
    let found: LogRow[] = [];
    const read = async (limit: number) => {
      // If the row of `before` was removed, all older rows were removed too.
      if (before !== undefined)
        found = await searchLog(this.database, accountIdOf(tenant), filterOf(tenant, query), { before, limit, now });
      return found;
    };
    const page = await readPage(query.limit, read, ({ id }) => id);
    return { ...page, latest: highestId(found, START) };
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
    return { rows, next: null, latest: highestId(rows, position) };
  }

  private async views(tenant: PathTenant, rows: LogRow[], origin: string): Promise<RequestView[]> {
    const { slug } = tenant;
    const keys = await this.keys.execute(slug);
    return rows.map(row => ({
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
      faulted: row.faulted,
      curl: row.keyId === STOREFRONT_KEY || row.keyId === WORLDS_KEY ? null : curlFor(row, { origin, tenant: slug }),
    }));
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
  { request_id, key, endpoint, status, code, domain, from, to }: RequestsQuery,
): LogFilter {
  return {
    ...ownRequests(tenant),
    requestId: request_id,
    key,
    route: endpoint,
    statuses: status === undefined ? undefined : statusesOf(status),
    code,
    domain: domain === undefined ? undefined : normalizeSearchTerm(domain),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}
