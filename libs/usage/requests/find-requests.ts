import { Injectable } from '@nestjs/common';
import { Clock, Database, type PathTenant } from '#platform';
import { NotFound } from '#platform/model';
import { FindKeys } from '#api-keys';
import { typedName } from '#domains/contract';
import type { RequestsPage, RequestsQuery, RequestView } from '../contract.js';
import type { LogFilter, LoggedRow } from '../storage/log-question.js';
import { findLogged, logAfter, searchLog } from '../storage/request-search.js';
import { curlFor } from './curl.js';

/** Live means now: whoever looks away for longer begins with a new page. */
const LIVE_MS = 15 * 60_000;

/** Looks into the log of a tenant. `origin` is where its commands are to be sent. */
@Injectable()
export class FindRequests {
  constructor(
    private readonly keys: FindKeys,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The newest first, a page at a time; with `after`, what is new since then, the oldest first. */
  async list(tenant: PathTenant, query: RequestsQuery, origin: string): Promise<RequestsPage> {
    if (query.after !== undefined) return this.live(tenant, query.after, query, origin);
    const now = this.clock.now();
    const before = query.before === undefined ? null : await findLogged(this.database, tenant.id, query.before);
    if (before === undefined) return { requests: [], next: null }; // its row has gone, and all older ones with it
    const more = { before, limit: query.limit + 1, now };
    const rows = await searchLog(this.database, tenant.id, filterOf(query), more);
    const page = rows.slice(0, query.limit);
    const next = rows.length > page.length ? (page.at(-1)?.id ?? null) : null;
    return { requests: await this.views(tenant, page, origin), next };
  }

  /** @throws RequestNotFound */
  async one(tenant: PathTenant, id: string, origin: string): Promise<RequestView> {
    const row = /^\d{1,18}$/.test(id) ? await findLogged(this.database, tenant.id, id) : undefined;
    if (!row) throw new RequestNotFound(id);
    const [view] = await this.views(tenant, [row], origin);
    return view as RequestView;
  }

  private async live(tenant: PathTenant, after: string, query: RequestsQuery, origin: string): Promise<RequestsPage> {
    const since = new Date(this.clock.millis() - LIVE_MS);
    const page = { after, since, limit: query.limit };
    const rows = await logAfter(this.database, tenant.id, filterOf(query), page);
    return { requests: await this.views(tenant, rows, origin), next: null };
  }

  private async views({ slug }: PathTenant, rows: LoggedRow[], origin: string): Promise<RequestView[]> {
    const keys = new Map((await this.keys.of(slug)).map(({ id, name, hint }) => [id, { id, name, hint }]));
    return rows.map(row => ({
      id: row.id,
      at: row.at.toISOString(),
      request_id: row.requestId,
      key: keys.get(row.keyId) ?? null,
      method: row.method,
      endpoint: row.route,
      status: row.status,
      code: row.code,
      duration_ms: Math.round(row.durationMs * 100) / 100,
      domain: row.domain,
      curl: curlFor(row, { origin, tenant: slug }),
    }));
  }
}

function filterOf({ request_id, key, endpoint, status, code, domain, from, to }: RequestsQuery): LogFilter {
  return {
    requestId: request_id,
    key,
    route: endpoint,
    statuses: status === undefined ? undefined : statusesOf(status),
    code,
    domain: domain === undefined ? undefined : typedName(domain),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

/** `404` is one status, `4xx` a hundred. */
function statusesOf(status: string): [number, number] {
  const lowest = Number(status.replace('xx', '00'));
  return [lowest, status.endsWith('xx') ? lowest + 99 : lowest];
}

class RequestNotFound extends NotFound {
  constructor(id: string) {
    super('REQUEST_NOT_FOUND', `There is no request "${id}" in the log; it keeps each for 30 days.`);
  }
}
