import type { EntityManager } from 'typeorm';
import { Statement } from '#platform/database';

/** A signing secret at rest. */
export interface SecretRow {
  id: string;
  receiverId: string;
  sealed: string;
  keyId: string;
  hint: string;
  createdAt: Date;
}

/** The columns that signing needs. */
export type SealedSecret = Pick<SecretRow, 'id' | 'sealed'>;

/** Finds an encryption key, other than `keys`, that has sealed valid secrets, and the receivers of these secrets. */
export const findOtherKey = new Statement<{ keyId: string; receivers: string[] }, { keys: string[]; now: Date }>(
  'webhooks.secrets-of-other-keys',
  `SELECT key_id AS "keyId", array_agg(DISTINCT receiver_id) AS receivers FROM webhooks.secrets
   WHERE key_id <> ALL(:keys) AND (expires_at IS NULL OR expires_at > :now) GROUP BY key_id LIMIT 1`,
);

export async function insertSecret(tx: EntityManager, secret: SecretRow): Promise<void> {
  await tx.query(
    `INSERT INTO webhooks.secrets (id, receiver_id, sealed, key_id, hint, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [secret.id, secret.receiverId, secret.sealed, secret.keyId, secret.hint, secret.createdAt],
  );
}

/** Expires the current secret at `at` and deletes an older one, so that at most one old secret signs. */
export async function expireSecrets(tx: EntityManager, receiverId: string, at: Date): Promise<void> {
  await tx.query('DELETE FROM webhooks.secrets WHERE receiver_id = $1 AND expires_at IS NOT NULL', [receiverId]);
  await tx.query('UPDATE webhooks.secrets SET expires_at = $2 WHERE receiver_id = $1', [receiverId, at]);
}

export async function deleteSecrets(tx: EntityManager, receiverId: string): Promise<void> {
  await tx.query('DELETE FROM webhooks.secrets WHERE receiver_id = $1', [receiverId]);
}
