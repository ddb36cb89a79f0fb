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

/** Which of those that fit: so many, before that one. */
export interface LogPage {
  before: { at: Date; id: string } | null;
  limit: number;
  now: Date;
}

/** A statement that is made for one question, with its values. */
export class LogQuestion {
  readonly values: unknown[] = [];
  readonly tenant: string;
  /** What the roll-ups count too: their columns have the same names. */
  readonly counted: string[];
  private readonly others: string[];

  constructor(tenant: string, filter: LogFilter) {
    const { requestId, key, route, statuses, code, domain, from, to } = filter;
    const given = (value: unknown, condition: (place: string) => string) =>
      value === undefined ? [] : [condition(this.add(value))];
    this.tenant = this.add(tenant);
    this.counted = [
      ...given(key, place => `key_id = ${place}`),
      ...given(route, place => `route = ${place}`),
      ...given(statuses?.[0], place => `status >= ${place}`),
      ...given(statuses?.[1], place => `status <= ${place}`),
      // Nothing else has a code; said aloud, it lets PostgreSQL look among the failures alone.
      ...given(code, place => `code = ${place} AND status >= 400`),
    ];
    this.others = [
      ...given(requestId, place => `request_id = ${place}`),
      // The index has the name as a number.
      ...given(
        domain,
        place => `domain = ${place} AND hashtextextended(tenant_id || ' ' || domain, 0) =
        hashtextextended(${this.tenant} || ' ' || ${place}, 0)`,
      ),
      ...given(from, place => `at >= ${place}`),
      ...given(to, place => `at < ${place}`),
    ];
  }

  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** The rows that fit, and these conditions too. */
  rows(more: string[]): string {
    const conditions = [`r.tenant_id = ${this.tenant}`, ...this.counted, ...this.others, ...more];
    return `SELECT ${COLUMNS} FROM usage.requests r WHERE ${conditions.join(' AND ')}`;
  }

  /** The newest of them. */
  newest({ before, limit }: LogPage, more: string[] = []): string {
    const isBefore = before ? [`(at, id) < (${this.add(before.at)}, ${this.add(before.id)})`] : [];
    return `${this.rows([...isBefore, ...more])} ORDER BY r.at DESC, r.id DESC LIMIT ${this.add(limit)}`;
  }

  async ask(database: Database, text: string): Promise<LoggedRow[]> {
    return (await database.query<LoggedRow>({ text, values: this.values })).rows;
  }
}
