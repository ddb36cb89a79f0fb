import { beginsWith } from '../database/begins-with.js';
import type { Database } from '../database/database.js';

/** A line of the audit log. */
export interface AuditRow {
  /** Decimal digits: a number larger than JavaScript's own. */
  position: string;
  at: Date;
  tenantId: string | null;
  actor: string;
  address: string | null;
  action: string;
  subject: string;
  before: object | null;
  after: object | null;
}

/** Which lines are asked for; `before` is the position of the last one that was seen. */
export type AuditQuery = { tenant: string | null; action: string | null; before: string | null; limit: number };

/** The newest first. The statement is made for what is asked, so that PostgreSQL can plan for it. */
export async function readAudit(
  database: Database,
  { tenant, action, before, limit }: AuditQuery,
): Promise<AuditRow[]> {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...(tenant === null ? [] : [`tenant_id = ${add(tenant)}`]),
    ...(action === null ? [] : [isAction(action, add)]),
    ...(before === null ? [] : [`position < ${add(before)}`]),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const text = `SELECT position, at, tenant_id AS "tenantId", actor, address, action, subject, before, after
    FROM platform.audit ${where} ORDER BY position DESC LIMIT ${add(limit)}`;
  return (await database.query<AuditRow>({ text, values })).rows;
}

/** An action is named whole, or by what it is done to: `key` for `key.create`, `key.revoke` and so on. */
const isAction = (action: string, add: (value: string) => string): string =>
  `(action COLLATE "C" = ${add(action)} OR ${beginsWith('action', `${action}.`, add)})`;
