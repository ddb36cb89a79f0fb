import { type Executor, Statement } from '../database/statement.js';

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

/** An action is named whole, or by what it is done to: `key` for `key.create`, `key.revoke` and so on. */
const page = new Statement<AuditRow, AuditQuery>(
  'audit.page',
  `SELECT position, at, tenant_id AS "tenantId", actor, address, action, subject, before, after FROM platform.audit
   WHERE (:tenant::text IS NULL OR tenant_id = :tenant)
     AND (:action::text IS NULL OR action = :action OR starts_with(action, :action || '.'))
     AND (:before::bigint IS NULL OR position < :before)
   ORDER BY position DESC LIMIT :limit`,
);

/** The newest first. */
export const readAudit = (executor: Executor, query: AuditQuery): Promise<AuditRow[]> => page.run(executor, query);
