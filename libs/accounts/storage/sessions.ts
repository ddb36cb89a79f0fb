import type { EntityManager } from 'typeorm';
import { Statement } from '#platform/database';
import type { Role } from '../model/person.js';

/** A session and its person. */
export interface SessionRow {
  id: string;
  personId: string;
  email: string;
  role: Role;
  tenantIds: string[];
  createdAt: Date;
  seenAt: Date;
}

type NewSession = {
  id: string;
  hash: string;
  person: string;
  /** The password hash that the login was checked against. */
  password: string;
  address: string;
  agent: string | null;
  now: Date;
};

/**
 * Inserts no row if the person was disabled or the password was changed since the login was checked. FOR SHARE waits for a
 * concurrent change of the person and then checks the new row.
 */
export const beginSession = new Statement<{ id: string }, NewSession>(
  'accounts.begin-session',
  `INSERT INTO accounts.sessions (id, token_hash, person_id, address, agent, created_at, seen_at)
   SELECT :id, :hash, p.id, :address, :agent, :now, :now FROM accounts.people p
   WHERE p.id = :person AND p.password_hash = :password AND p.disabled_at IS NULL FOR SHARE
   RETURNING id`,
);

export const findSession = new Statement<SessionRow, { hash: string }>(
  'accounts.session',
  `SELECT s.id, p.id AS "personId", p.email, p.role, p.tenant_ids AS "tenantIds", s.created_at AS "createdAt",
     s.seen_at AS "seenAt"
   FROM accounts.sessions s JOIN accounts.people p ON p.id = s.person_id
   WHERE s.token_hash = :hash AND p.disabled_at IS NULL`,
);

export const markSeen = new Statement<never, { id: string; now: Date }>(
  'accounts.session-seen',
  'UPDATE accounts.sessions SET seen_at = :now WHERE id = :id AND seen_at < :now',
);

export const endSession = new Statement<never, { id: string }>(
  'accounts.end-session',
  'DELETE FROM accounts.sessions WHERE id = :id',
);

/** Ends all sessions of a person except one. Returns their number. */
export async function endOtherSessions(tx: EntityManager, personId: string, kept: string | null): Promise<number> {
  const [, count] = (await tx.query(
    'DELETE FROM accounts.sessions WHERE person_id = $1 AND ($2::text IS NULL OR id <> $2)',
    [personId, kept],
  )) as [unknown, number];
  return count;
}
