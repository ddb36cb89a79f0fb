/** Who changes something: a person of the portal, or whoever sits at the command line. */
export interface Actor {
  /** Of a person; nobody else has one. */
  id: string | null;
  /** For people: an e-mail address, or `cli:root`. */
  name: string;
  /** Where the request came from. */
  address: string | null;
}

/** One change, in terms that an operator understands. */
export interface Change {
  /** Whose thing it is; nothing when it belongs to no tenant. */
  tenantId?: string | null;
  /** What was done, such as `key.revoke`. */
  action: string;
  /** The id of what it was done to. */
  subject: string;
  before?: object | null;
  after?: object | null;
}

/** A transaction, whichever library it was begun with. */
interface Transaction {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** Writes down a change in the transaction that makes it: there is no change without its line, nor a line without it. */
export async function audit(tx: Transaction, actor: Actor, change: Change, at: Date): Promise<void> {
  const { tenantId = null, action, subject, before = null, after = null } = change;
  await tx.query(
    `INSERT INTO platform.audit (at, tenant_id, actor_id, actor, address, action, subject, before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [at, tenantId, actor.id, actor.name, actor.address, action, subject, json(before), json(after)],
  );
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
