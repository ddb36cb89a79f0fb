import type { EntityManager } from 'typeorm';
import type { Database } from '../../database/database.js';

/** The person or command-line user who makes a change. */
export interface Actor {
  /** The ID of a portal account; null on the command line. */
  id: string | null;
  /** An email address, or `cli:` and the name of the system user. */
  name: string;
  /** The client's IP address; null on the command line. */
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

/** The parameters have types, because a SELECT does not take those of the columns. */
const VALUES = '$1::timestamptz, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb, $9::jsonb';

/**
 * Writes an audit entry unless there are `max` with its action since a time. For entries that do not require a login, so
 * that they cannot fill the audit log.
 */
export async function auditAtMost(
  max: number,
  since: Date,
  tx: EntityManager,
  ...[actor, change, at]: [actor: Actor, change: Change, at: Date]
): Promise<void> {
  await tx.query(
    `${INSERT} SELECT ${VALUES} WHERE (
       SELECT count(*) FROM (
         SELECT at FROM platform.audit WHERE action COLLATE "C" = $6 ORDER BY position DESC LIMIT $10
       ) newest WHERE at > $11
     ) < $10`,
    [...valuesOf(actor, change, at), max, since],
  );
}

/** Writes an audit entry in the transaction of the change, so that neither exists without the other. */
export async function audit(tx: EntityManager, actor: Actor, change: Change, at: Date): Promise<void> {
  await tx.query(`${INSERT} VALUES (${VALUES})`, valuesOf(actor, change, at));
}

function valuesOf(actor: Actor, change: Change, at: Date): unknown[] {
  const { tenantId = null, action, subject, before = null, after = null } = change;
  return [at, tenantId, actor.id, actor.name, actor.address, action, subject, json(before), json(after)];
}

/**
 * Writes the audit entry of a change that needs several transactions, in the first of them, so that the change has an entry
 * if its process ends on the way. Returns a function that adds the result.
 */
export async function auditFirstStep(
  tx: EntityManager,
  ...[actor, change, at]: [actor: Actor, change: Change, at: Date]
): Promise<(database: Database, after: object) => Promise<void>> {
  const [row] = await tx.query<{ position: string }[]>(
    `${INSERT} VALUES (${VALUES}) RETURNING position`,
    valuesOf(actor, change, at),
  );
  const text = 'UPDATE platform.audit SET after = $2 WHERE position = $1';
  return async (database, after) => void (await database.query({ text, values: [row!.position, json(after)] }));
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
