import type { Database } from '../../database/database.js';
import { type Executor, rowsOf } from '../../database/statement.js';

/** Who makes a change: a person, an API key, a command-line user, or the service itself. */
export interface Actor {
  /** The ID of a portal account; null for others, and for failed logins. */
  id: string | null;
  /** An email address, `key:` and the ID of an API key, `cli:` and the name of the system user, `worker`, or `bootstrap`. */
  name: string;
  /** The IP address of a person or a failed login; null for others. */
  address: string | null;
}

/** A change, as operators see it. */
export interface Change {
  /** The tenant that the subject belongs to, if any. */
  tenantId?: string | null;
  /** The operation, for example `key.revoke`. */
  action: string;
  /** The ID of the changed object. */
  subject: string;
  before?: object | null;
  after?: object | null;
}

const INSERT = 'INSERT INTO platform.audit (at, tenant_id, actor_id, actor, address, action, subject, before, after)';

/** Typed, because in INSERT … SELECT, PostgreSQL does not infer the types of parameters from the columns. */
const VALUES = '$1::timestamptz, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb, $9::jsonb';

/**
 * Writes an audit entry, unless `max` entries with the same action were written after `since`. Used for entries that
 * anyone can cause without a login, so that they cannot fill the audit log.
 */
export async function auditAtMost(
  max: number,
  since: Date,
  tx: Executor,
  ...[actor, change, at]: [actor: Actor, change: Change, at: Date]
): Promise<void> {
  await rowsOf(tx, {
    text: `${INSERT} SELECT ${VALUES} WHERE (
       SELECT count(*) FROM (
         SELECT at FROM platform.audit WHERE action COLLATE "C" = $6 ORDER BY position DESC LIMIT $10
       ) newest WHERE at > $11
     ) < $10`,
    values: [...valuesOf(actor, change, at), max, since],
  });
}

/** Writes an audit entry in the transaction of the change, so that neither exists without the other. */
export async function audit(tx: Executor, actor: Actor, change: Change, at: Date): Promise<void> {
  await rowsOf(tx, { text: `${INSERT} VALUES (${VALUES})`, values: valuesOf(actor, change, at) });
}

function valuesOf(actor: Actor, change: Change, at: Date): unknown[] {
  const { tenantId = null, action, subject, before = null, after = null } = change;
  return [at, tenantId, actor.id, actor.name, actor.address, action, subject, json(before), json(after)];
}

/**
 * Writes the audit entry of a change in the first of its transactions, so that the change has an entry even if the
 * process ends before the last one. Returns a function that adds the result.
 */
export async function auditFirstStep(
  tx: Executor,
  ...[actor, change, at]: [actor: Actor, change: Change, at: Date]
): Promise<(database: Database, after: object) => Promise<void>> {
  const text = `${INSERT} VALUES (${VALUES}) RETURNING position`;
  const [row] = await rowsOf<{ position: string }>(tx, { text, values: valuesOf(actor, change, at) });
  const update = 'UPDATE platform.audit SET after = $2 WHERE position = $1';
  return async (database, after) =>
    void (await rowsOf(database, { text: update, values: [row!.position, json(after)] }));
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
