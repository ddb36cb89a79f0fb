import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { newId } from '#platform/security/ids';
import { recordedKeyId, Secrets } from '#platform/security/secrets';
import { OtherEncryptionKey } from './model/errors.js';
import { hintOf, newSecret } from './model/signature.js';
import { findOtherKey, type SealedSecret, type SecretRow } from './storage/secrets.js';

/** Entries never become outdated, because a secret does not change. */
const MAX_CACHED = 10_000;

/** Generates, seals and opens the signing secrets of receivers. Opened secrets are cached in memory. */
@Injectable()
export class SigningSecrets {
  private readonly cache = new LRUCache<string, string>({ max: MAX_CACHED });

  constructor(
    private readonly secrets: Secrets,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the value of a new secret, to be shown once, and its sealed row.
   * @throws OtherEncryptionKey when stored secrets or the installation use a key that this process does not have
   */
  async generate(receiverId: string): Promise<{ value: string; row: SecretRow }> {
    const now = this.clock.now();
    const { keyId, keyIds } = this.secrets;
    const other = await findOtherKey.first(this.database, { keys: keyIds, now });
    const usedKeyId = other?.keyId ?? (await recordedKeyId(this.database));
    if (usedKeyId && !keyIds.includes(usedKeyId)) throw new OtherEncryptionKey(keyId, usedKeyId);
    const [id, value] = [newId('sec'), newSecret()];
    const sealed = this.secrets.seal(value, contextOf(receiverId, id));
    return { value, row: { id, receiverId, ...sealed, hint: hintOf(value), createdAt: now } };
  }

  /** Opens the secrets of a receiver. Returns none if one cannot be opened, for example because another key sealed it. */
  open(receiverId: string, sealed: SealedSecret[]): string[] {
    try {
      return sealed.map(secret => {
        const opened = this.cache.get(secret.id) ?? this.secrets.open(secret.sealed, contextOf(receiverId, secret.id));
        this.cache.set(secret.id, opened);
        return opened;
      });
    } catch {
      return [];
    }
  }
}

/** Binds a sealed secret to its receiver: it cannot be opened with another context. */
const contextOf = (receiverId: string, secretId: string): string => `webhooks ${receiverId} ${secretId}`;
