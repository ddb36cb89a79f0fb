import type { Database } from '#platform/database';

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

/** Conditions of a search; all must be met. */
export interface LogFilter {
  requestId?: string;
  key?: string;
  route?: string;
  /** Lowest and highest status. */
  statuses?: [number, number];
  code?: string;
  domain?: string;
  from?: Date;
  to?: Date;
}

const COLUMNS = `r.id, r.at, r.key_id AS "keyId", r.method, r.route, r.status, r.code, r.duration_ms AS "durationMs",
  r.request_id AS "requestId", r.domain, r.order_id AS "orderId"`;

/** `before` is the last row of the previous page. */
export interface LogPage {
  before: { at: Date; id: string } | null;
  limit: number;
  now: Date;
}

/** Builds a query of the request log, with only the conditions that are set. */
export class LogQuery {
  readonly values: unknown[] = [];
  readonly tenant: string;
  /** Conditions on columns that the roll-ups have too, with the same names. */
  readonly counted: string[];
  private readonly others: string[];

  constructor(tenant: string, filter: LogFilter) {
    const { requestId, key, route, statuses, code, domain, from, to } = filter;
    const when = (value: unknown, condition: (parameter: string) => string) =>
      value === undefined ? [] : [condition(this.add(value))];
    this.tenant = this.add(tenant);
    this.counted = [
      ...when(key, parameter => `key_id = ${parameter}`),
      ...when(route, parameter => `route = ${parameter}`),
      ...when(statuses?.[0], parameter => `status >= ${parameter}`),
      ...when(statuses?.[1], parameter => `status <= ${parameter}`),
      // Only failures have a code. The second condition lets PostgreSQL use the partial index of failures.
      ...when(code, parameter => `code = ${parameter} AND status >= 400`),
    ];
    this.others = [
      ...when(requestId, parameter => `request_id = ${parameter}`),
      // The index contains the hash of the domain.
      ...when(
        domain,
        parameter => `domain = ${parameter} AND hashtextextended(tenant_id || ' ' || domain, 0) =
        hashtextextended(${this.tenant} || ' ' || ${parameter}, 0)`,
      ),
      ...when(from, parameter => `at >= ${parameter}`),
      ...when(to, parameter => `at < ${parameter}`),
    ];
  }

  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Selects matching rows, with additional conditions. */
  rows(more: string[]): string {
    const conditions = [`r.tenant_id = ${this.tenant}`, ...this.counted, ...this.others, ...more];
    return `SELECT ${COLUMNS} FROM usage.requests r WHERE ${conditions.join(' AND ')}`;
  }

  /** Selects a page of matching rows, newest first. */
  newest({ before, limit }: LogPage, more: string[] = []): string {
    const isBefore = before ? [`(at, id) < (${this.add(before.at)}, ${this.add(before.id)})`] : [];
    return `${this.rows([...isBefore, ...more])} ORDER BY r.at DESC, r.id DESC LIMIT ${this.add(limit)}`;
  }

  async run(database: Database, text: string): Promise<LoggedRow[]> {
    return (await database.query<LoggedRow>({ text, values: this.values })).rows;
  }
}
