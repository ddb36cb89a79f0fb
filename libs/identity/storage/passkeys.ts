import type { EntityManager } from 'typeorm';
import { Statement } from '#platform/database';
import { Passkey } from '../model/passkey.js';

/** The passkeys of a person, oldest first. */
export const passkeysOf = (manager: EntityManager, personId: string): Promise<Passkey[]> =>
  manager.find(Passkey, { where: { personId }, order: { createdAt: 'ASC', id: 'ASC' } });

/** Returns a row if any passkey is registered for the host. */
export const findPasskeyOfHost = new Statement<{ found: boolean }, { host: string }>(
  'identity.passkey-of-host',
  'SELECT true AS found FROM identity.passkeys WHERE rp_id = :host LIMIT 1',
);

/**
 * Returns no row if the passkey was removed, or its signature counter is not higher than before: another authenticator may
 * have a copy of the key. Authenticators that do not count always send 0. The comparison and the update are one statement,
 * so that two processes cannot both accept the same counter.
 */
export const usePasskey = new Statement<{ id: string }, { id: string; counter: number; backed_up: boolean; now: Date }>(
  'identity.use-passkey',
  `UPDATE identity.passkeys SET counter = :counter, backed_up = :backed_up, last_used_at = :now
   WHERE id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0)) RETURNING id`,
);

/** Returns a row unless the challenge was already used. */
export const useChallenge = new Statement<{ hash: string }, { hash: string; expires: Date }>(
  'identity.use-challenge',
  `INSERT INTO identity.used_challenges (hash, expires_at) VALUES (:hash, :expires)
   ON CONFLICT DO NOTHING RETURNING hash`,
);
