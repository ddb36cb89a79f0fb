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

/** A transaction of pg or TypeORM. */
interface Transaction {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/**
 * Writes an audit entry unless there are `max` with its action since a time. For entries that do not require a login, so
 * that they cannot fill the audit log.
 */
export async function auditAtMost(
  max: number,
  since: Date,
  tx: Transaction,
  ...[actor, change, at]: [actor: Actor, change: Change, at: Date]
): Promise<void> {
  const { rowCount } = (await tx.query(
    `SELECT FROM (
       SELECT at FROM platform.audit WHERE action COLLATE "C" = $1 ORDER BY position DESC LIMIT $2
     ) newest WHERE at > $3`,
    [change.action, max, since],
  )) as { rowCount: number };
  if (rowCount < max) await audit(tx, actor, change, at);
}

/** Writes an audit entry in the transaction of the change, so that neither exists without the other. */
export async function audit(tx: Transaction, actor: Actor, change: Change, at: Date): Promise<void> {
  const { tenantId = null, action, subject, before = null, after = null } = change;
  await tx.query(
    `INSERT INTO platform.audit (at, tenant_id, actor_id, actor, address, action, subject, before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [at, tenantId, actor.id, actor.name, actor.address, action, subject, json(before), json(after)],
  );
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
