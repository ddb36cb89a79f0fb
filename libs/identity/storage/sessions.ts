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
  ownersMasked: boolean;
  createdAt: Date;
  seenAt: Date;
}

export interface ListedSession {
  id: string;
  /** The factors of its login, such as `openid, totp`; null for sessions of earlier releases. */
  method: string | null;
  address: string | null;
  agent: string | null;
  createdAt: Date;
  seenAt: Date;
}

type NewSession = {
  id: string;
  hash: string;
  person: string;
  /** Password hash and generation of the account when the login was checked. */
  password_hash: string;
  generation: number;
  method: string;
  address: string;
  agent: string | null;
  now: Date;
};

/**
 * Inserts no row if the person was disabled, got other credentials or logged out everywhere since the login was checked.
 * FOR SHARE waits for a concurrent change of the person and then checks the new row.
 */
export const beginSession = new Statement<{ id: string }, NewSession>(
  'identity.begin-session',
  `INSERT INTO identity.sessions (id, token_hash, person_id, method, address, agent, created_at, seen_at)
   SELECT :id, :hash, p.id, :method, :address, :agent, :now, :now FROM identity.people p
   WHERE p.id = :person AND p.password_hash = :password_hash AND p.generation = :generation AND p.disabled_at IS NULL FOR SHARE
   RETURNING id`,
);

export const findSession = new Statement<SessionRow, { hash: string }>(
  'identity.session',
  `SELECT s.id, p.id AS "personId", p.email, p.role, p.tenant_ids AS "tenantIds", p.owners_masked AS "ownersMasked",
     s.created_at AS "createdAt", s.seen_at AS "seenAt"
   FROM identity.sessions s JOIN identity.people p ON p.id = s.person_id
   WHERE s.token_hash = :hash AND p.disabled_at IS NULL`,
);

export const markSeen = new Statement<never, { id: string; now: Date }>(
  'identity.session-seen',
  'UPDATE identity.sessions SET seen_at = :now WHERE id = :id AND seen_at < :now',
);

/** The sessions of a person, including expired ones; most recently used first. */
export const findSessions = new Statement<ListedSession, { person: string }>(
  'identity.sessions',
  `SELECT id, method, address, agent, created_at AS "createdAt", seen_at AS "seenAt" FROM identity.sessions
   WHERE person_id = :person ORDER BY seen_at DESC, id`,
);

/** Returns a row if the session existed. */
export const endSession = new Statement<{ id: string }, { id: string }>(
  'identity.end-session',
  'DELETE FROM identity.sessions WHERE id = :id RETURNING id',
);

/**
 * Locks a session and its person until the end of the transaction. Returns false if the session has ended or the
 * generation of the person has changed.
 */
export async function lockSession(tx: EntityManager, id: string, generation: number): Promise<boolean> {
  const rows = (await tx.query(
    `SELECT FROM identity.sessions s JOIN identity.people p ON p.id = s.person_id
     WHERE s.id = $1 AND p.generation = $2 AND p.disabled_at IS NULL FOR SHARE`,
    [id, generation],
  )) as unknown[];
  return rows.length > 0;
}

/** Ends all sessions of a person except one. Returns their number. */
export async function endOtherSessions(tx: EntityManager, personId: string, exceptId: string | null): Promise<number> {
  const [, count] = (await tx.query(
    'DELETE FROM identity.sessions WHERE person_id = $1 AND ($2::text IS NULL OR id <> $2)',
    [personId, exceptId],
  )) as [unknown, number];
  return count;
}
