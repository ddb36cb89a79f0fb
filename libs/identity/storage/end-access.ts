import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { type LoggedInPerson, LoginRequired } from '#identity/access';
import { AccessToken } from '../model/access-token.js';
import type { Account } from '../model/person.js';
import { endOtherSessions, lockSession } from './sessions.js';

/** Numbers of ended sessions and revoked access tokens, for answers and the audit log. */
export interface EndedAccess {
  sessions: number;
  tokens: number;
}

/**
 * Ends all access that was opened with the earlier credentials: sessions except `exceptId`, access tokens, and logins that
 * have no session yet. Locks the person first, so that a session or token that is being added either fails or is ended here.
 */
export async function endAccess(
  tx: EntityManager,
  account: Account,
  at: Date,
  exceptId: string | null = null,
): Promise<EndedAccess> {
  account.generation = await nextGeneration(tx, account.id);
  const sessions = await endOtherSessions(tx, account.id, exceptId);
  const active = { personId: account.id, revokedAt: IsNull(), expiresAt: MoreThan(at) };
  const { affected } = await tx.update(AccessToken, active, { revokedAt: at });
  return { sessions, tokens: affected ?? 0 };
}

/**
 * Ends the other sessions of a person whose factors have changed, and logins that were checked with the earlier
 * factors. Call it last in a change of factors: logins lock a factor before its person, and the reverse order could deadlock.
 * @throws LoginRequired when the session of the request has ended meanwhile
 */
export async function endOtherLogins(tx: EntityManager, { id, sessionId }: LoggedInPerson): Promise<void> {
  const generation = await nextGeneration(tx, id);
  await endOtherSessions(tx, id, sessionId);
  if (!(await lockSession(tx, sessionId, generation))) throw new LoginRequired();
}

/** Invalidates logins that were checked before and have no session yet. */
async function nextGeneration(tx: EntityManager, id: string): Promise<number> {
  const [[row]] = (await tx.query(
    'UPDATE identity.people SET generation = generation + 1 WHERE id = $1 RETURNING generation',
    [id],
  )) as [[{ generation: number }]];
  return row.generation;
}
