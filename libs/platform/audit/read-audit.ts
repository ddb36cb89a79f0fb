import { beginsWith } from '../database/begins-with.js';
import type { Database } from '../database/database.js';

/** An entry of the audit log. */
export interface AuditRow {
  /** A bigint in decimal digits. */
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

/** Filters and page; `before` is the position of the last entry on the previous page. */
export type AuditQuery = { tenant: string | null; action: string | null; before: string | null; limit: number };

/** Newest entries first. Omits unused filters from the statement, so that PostgreSQL can plan for the others. */
export async function readAudit(
  database: Database,
  { tenant, action, before, limit }: AuditQuery,
): Promise<AuditRow[]> {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...(tenant === null ? [] : [`tenant_id = ${add(tenant)}`]),
    ...(action === null ? [] : [actionCondition(action, add)]),
    ...(before === null ? [] : [`position < ${add(before)}`]),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const text = `SELECT position, at, tenant_id AS "tenantId", actor, address, action, subject, before, after
    FROM platform.audit ${where} ORDER BY position DESC LIMIT ${add(limit)}`;
  return (await database.query<AuditRow>({ text, values })).rows;
}

/** Matches an action (`key.create`) or all actions on a kind of object (`key`). */
const actionCondition = (action: string, add: (value: string) => string): string =>
  `(action COLLATE "C" = ${add(action)} OR ${beginsWith('action', `${action}.`, add)})`;
