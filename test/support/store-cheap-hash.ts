import { hash } from '@node-rs/argon2';
import type { PortalClient } from './portal-client.js';
import type { Sandbox } from './sandbox.js';

/** Replaces the hash of a person's password by a cheap one, for tests that log in hundreds of times. */
export async function storeCheapHash(sandbox: Sandbox, { credentials }: PortalClient): Promise<void> {
  const cheap = await hash(credentials.password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await sandbox.rows('UPDATE identity.people SET password_hash = $2 WHERE id = $1', [credentials.id, cheap]);
}
