import { beginsWith, Conditions } from '../../database/conditions.js';
import type { Database } from '../../database/database.js';

export interface AuditRow {
  /** A bigint as decimal text. */
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

/** Number of newest entries that are searched for a text. */
const SEARCHED = 100_000;

/** Filters and page; `before` is the position of the last entry on the previous page. */
export interface AuditQuery {
  tenant?: string;
  action?: string;
  /** Part of the name of the actor, among the newest entries. */
  actor?: string;
  /** Part of any text in the entry, among the newest entries. */
  find?: string;
  from?: Date;
  to?: Date;
  before?: string;
  limit: number;
}

/** Returns a page of the audit log, newest entries first. */
export async function readAudit(
  database: Database,
  { tenant, action, actor, find, from, to, before, limit }: AuditQuery,
): Promise<AuditRow[]> {
  const query = new Conditions();
  query.addIfDefined(tenant, parameter => `tenant_id = ${parameter}`);
  query.addIfDefined(action, matchesAction);
  query.addIfDefined(actor, contains('actor'));
  query.addIfDefined(find, contains(TEXT));
  // There is no index on the searched texts.
  if (actor || find) query.add(`position > (SELECT max(position) FROM platform.audit) - ${SEARCHED}`);
  query.addIfDefined(from, parameter => `at >= ${parameter}`);
  query.addIfDefined(to, parameter => `at < ${parameter}`);
  query.addIfDefined(before, parameter => `position < ${parameter}`);
  const text = `SELECT position, at, tenant_id AS "tenantId", actor, address, action, subject, before, after
    FROM platform.audit WHERE ${query} ORDER BY position DESC LIMIT ${query.addParameter(limit)}`;
  return query.run(database, text);
}

/** Matches an action (`key.create`) or all actions on a kind of object (`key`). */
const matchesAction = (action: string): string =>
  `(action COLLATE "C" = ${action} OR ${beginsWith('action', `(${action} || '.')`)})`;

const TEXT = `concat_ws(' ', actor, address, action, subject, before, after)`;

const contains = (text: string) => (parameter: string) => `strpos(lower(${text}), lower(${parameter})) > 0`;
