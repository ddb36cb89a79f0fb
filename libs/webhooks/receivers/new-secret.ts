import { newId, type Secrets } from '#platform';
import { hintOf, newSecret } from '../model/signature.js';
import { aboutSecret } from '../sign.js';
import type { SecretRow } from '../storage/secrets.js';

/** A fresh secret for a receiver: its value, to be shown once, and the row that keeps it. */
export function makeSecret(secrets: Secrets, receiverId: string, at: Date): { value: string; row: SecretRow } {
  const [id, value] = [newId('sec'), newSecret()];
  const row = { id, receiverId, ...secrets.seal(value, aboutSecret(receiverId, id)), hint: hintOf(value) };
  return { value, row: { ...row, createdAt: at, expiresAt: null } };
}
