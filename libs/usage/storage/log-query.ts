import { beginsWith, Conditions } from '#platform/database';
import type { UsageEntry } from '../model/usage-entry.js';

export interface LogRow extends Omit<UsageEntry, 'tenantId' | 'mayHaveWaited' | 'exchange'> {
  id: string;
}

/** Conditions of a search; all must be met. */
export interface LogFilter {
  /** Only requests of this temporary tenant; null excludes those of temporary tenants. */
  temporaryId?: string | null;
  /** Prefix of the request ID. */
  requestPrefix?: string;
  key?: string;
  route?: string;
  /** Lowest and highest status. */
  statuses?: [number, number];
  code?: string;
  /** Any code but this one. */
  notCode?: string;
  /** Prefix of the code, in upper case. */
  codePrefix?: string;
  domain?: string;
  domainPrefix?: string;
  orderId?: string;
  orderPrefix?: string;
  /** Prefix of the domain, or prefix of the request ID. */
  domainOrRequestPrefix?: [domain: string, requestId: string];
  /** A key from the text of a search, in addition to `key`. */
  foundKey?: string;
  /** Only this operation: a request to a facade with its name, or another request with its method and route. */
  operation?: { name: string; method: string; route: string };
  /** Only routes that begin with one of `under`, and not with `except`. */
  routes?: { under: string[]; except: string };
  /** Whether the method can change something, unlike GET and HEAD. */
  isChange?: boolean;
  isFaulted?: boolean;
  isReplayed?: boolean;
  from?: Date;
  /** Later than this time. */
  after?: Date;
  to?: Date;
}

/** The lowest and highest status that match: `404` is a single status, `4xx` a class. */
export function statusesOf(status: string): [number, number] {
  const lowest = Number(status.replace('xx', '00'));
  return [lowest, status.endsWith('xx') ? lowest + 99 : lowest];
}

/** Filters without an index. */
export type UnindexedFilter = Pick<LogFilter, 'domainPrefix' | 'domainOrRequestPrefix'>;

const COLUMNS = `r.id, r.at, r.key_id AS "keyId", r.temporary_id AS "temporaryId", r.method, r.route, r.status, r.code, r.duration_ms AS "durationMs",
  r.request_id AS "requestId", r.domain, r.order_id AS "orderId", r.faulted, r.idempotency_key AS "idempotencyKey", r.payment_reference AS "paymentReference",
  r.is_replayed AS "isReplayed", r.user_agent AS "userAgent", r.facade, r.operation,
  r.fault_kind AS "faultKind"`;

/** The position of a row in the log, which is sorted by time. */
export interface RequestPosition {
  at: Date;
  id: string;
}

/** `before` is the last row of the previous page. */
export interface LogPage {
  before: RequestPosition | null;
  limit: number;
  now: Date;
}

/** Builds a query of the request log, with only the conditions that are set. */
export class LogQuery extends Conditions {
  constructor(
    private readonly tenantId: string,
    private readonly filter: LogFilter,
  ) {
    super();
    const { temporaryId, requestPrefix, domain, orderId, orderPrefix, foundKey, operation, notCode } = filter;
    const tenant = this.addCounted(this);
    if (temporaryId === null) this.add('temporary_id IS NULL');
    this.addIfDefined(temporaryId ?? undefined, parameter => `temporary_id = ${parameter}`);
    this.addIfDefined(requestPrefix, parameter => beginsWith('request_id', parameter));
    this.addIfDefined(
      domain,
      // The index contains the hash of the domain.
      parameter => `domain = ${parameter} AND hashtextextended(tenant_id || ' ' || domain, 0) =
        hashtextextended(${tenant} || ' ' || ${parameter}, 0)`,
    );
    this.addIfDefined(foundKey, parameter => `key_id = ${parameter}`);
    this.add(...this.prefixConditions(filter, 'request_id'));
    // The index contains the order's ID with this collation.
    this.addIfDefined(orderPrefix, parameter => beginsWith('order_id', parameter));
    this.addIfDefined(orderId, parameter => `order_id COLLATE "C" = ${parameter}`);
    this.addIfDefined(notCode, parameter => `code IS DISTINCT FROM ${parameter}`);
    if (operation) this.addOperation(operation);
    this.addRange(filter);
  }

  /** Conditions of the filter on the roll-ups, for the same statement. */
  counted(): Conditions {
    const conditions = new Conditions(this.values);
    this.addCounted(conditions);
    return conditions;
  }

  /** Adds the conditions that the log and the roll-ups have in common. Returns the parameter of the tenant. */
  private addCounted(conditions: Conditions): string {
    const { key, route, statuses, code, codePrefix } = this.filter;
    const tenant = this.addParameter(this.tenantId);
    conditions.add(`tenant_id = ${tenant}`);
    conditions.addIfDefined(key, parameter => `key_id = ${parameter}`);
    conditions.addIfDefined(route, parameter => `route = ${parameter}`);
    conditions.addIfDefined(statuses?.[0], parameter => `status >= ${parameter}`);
    conditions.addIfDefined(statuses?.[1], parameter => `status <= ${parameter}`);
    // Only failures have a code. The second condition lets PostgreSQL use the partial index of failures.
    conditions.addIfDefined(code, parameter => `code = ${parameter} AND status >= 400`);
    // `unsupported_tld` is in lower case.
    conditions.addIfDefined(codePrefix, parameter => `starts_with(upper(code), ${parameter}) AND status >= 400`);
    return tenant;
  }

  private addOperation({ name, method, route }: NonNullable<LogFilter['operation']>): void {
    const [byName, byMethod, byRoute] = [name, method, route].map(value => this.addParameter(value));
    this.add(`(operation = ${byName} OR (method = ${byMethod} AND route = ${byRoute}))`);
  }

  private addRange({ from, after, to, routes, isChange, isFaulted, isReplayed }: LogFilter): void {
    this.addIfDefined(from, parameter => `at >= ${parameter}`);
    this.addIfDefined(after, parameter => `at > ${parameter}`);
    this.addIfDefined(to, parameter => `at < ${parameter}`);
    if (routes)
      this.add(`(${routes.under.map(start => `starts_with(route, ${this.addParameter(start)})`).join(' OR ')})`);
    this.addIfDefined(routes?.except, parameter => `NOT starts_with(route, ${parameter})`);
    if (isChange !== undefined) this.add(`method ${isChange ? 'NOT ' : ''}IN ('GET', 'HEAD')`);
    if (isFaulted !== undefined) this.add(`faulted IS ${isFaulted ? 'NOT NULL' : 'NULL'}`);
    if (isReplayed !== undefined) this.add(`is_replayed IS ${isReplayed ? '' : 'NOT '}TRUE`);
  }

  /** Conditions for which there is no index. `requestId` is the column of the request ID. */
  prefixConditions({ domainPrefix, domainOrRequestPrefix }: UnindexedFilter, requestId: string): string[] {
    const conditions: string[] = [];
    if (domainPrefix !== undefined) conditions.push(`starts_with(domain, ${this.addParameter(domainPrefix)})`);
    if (domainOrRequestPrefix) {
      const [domain, request] = domainOrRequestPrefix.map(prefix => this.addParameter(prefix));
      conditions.push(`(starts_with(domain, ${domain}) OR starts_with(${requestId}, ${request}))`);
    }
    return conditions;
  }

  /** Selects matching rows. The additional conditions also apply to later texts of this query. */
  rows(...more: string[]): string {
    this.add(...more);
    return `SELECT ${COLUMNS} FROM usage.requests r WHERE ${this}`;
  }

  /** Selects a page of matching rows, newest first. */
  newest({ before, limit }: Pick<LogPage, 'before' | 'limit'>, ...more: string[]): string {
    const isBefore = before ? [`(at, id) < (${this.addParameter(before.at)}, ${this.addParameter(before.id)})`] : [];
    return `${this.rows(...isBefore, ...more)} ORDER BY r.at DESC, r.id DESC LIMIT ${this.addParameter(limit)}`;
  }
}
