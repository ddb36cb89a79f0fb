import { type EntityManager, IsNull, Not } from 'typeorm';
import { Statement } from '#platform/database';
import { hashOfRecoveryCode, newRecoveryCodes, RecoveryCode, TotpFactor } from '../model/factors.js';
import { Passkey } from '../model/passkey.js';

export const findTotp = new Statement<{ sealed: string }, { person: string }>(
  'identity.totp',
  'SELECT sealed FROM identity.totp WHERE person_id = :person AND confirmed_at IS NOT NULL',
);

/** Returns a row unless a code of this time step or a later one was used. */
export const useTotpStep = new Statement<{ step: number }, { person: string; step: number }>(
  'identity.use-totp-step',
  `UPDATE identity.totp SET last_step = :step
   WHERE person_id = :person AND confirmed_at IS NOT NULL AND last_step < :step RETURNING last_step AS step`,
);

/** Returns a row if the code existed; it is then used up. */
export const useRecoveryCode = new Statement<{ hash: string }, { person: string; hash: string }>(
  'identity.use-recovery-code',
  'DELETE FROM identity.recovery_codes WHERE person_id = :person AND hash = :hash RETURNING hash',
);

/** Serializes changes of the factors of a person. */
export const lockFactors = (tx: EntityManager, personId: string): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtext('identity.factors'), hashtext($1))`, [personId]);

/** Replaces the recovery codes of a person, and returns the new ones. */
export async function replaceRecoveryCodes(tx: EntityManager, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.delete(RecoveryCode, { personId });
  await tx.insert(
    RecoveryCode,
    codes.map(code => ({ personId, hash: hashOfRecoveryCode(code) })),
  );
  return codes;
}

/** Whether a person has set up an authenticator app. */
export const hasTotp = (manager: EntityManager, personId: string): Promise<boolean> =>
  manager.existsBy(TotpFactor, { personId, confirmedAt: Not(IsNull()) });

/** Whether a person has an authenticator app, or a passkey of any host. */
export const hasFactor = async (manager: EntityManager, personId: string): Promise<boolean> =>
  (await hasTotp(manager, personId)) || manager.existsBy(Passkey, { personId });

/** Removes the recovery codes of a person who has no other factor left. */
export async function removeUnneededCodes(tx: EntityManager, personId: string): Promise<void> {
  if (!(await hasFactor(tx, personId))) await tx.delete(RecoveryCode, { personId });
}
