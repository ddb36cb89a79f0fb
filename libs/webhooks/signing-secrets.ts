import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Secrets } from '#platform/secrets';
import type { SealedSecret } from './storage/secrets.js';

/** Entries never become outdated, because a secret does not change. */
const MAX_CACHED = 10_000;

/** Binds a sealed secret to its receiver: it cannot be opened with another context. */
export const sealingContext = (receiverId: string, secretId: string): string => `webhooks ${receiverId} ${secretId}`;

/** Opens the sealed signing secrets of a receiver. Opened secrets are cached in memory. */
@Injectable()
export class SigningSecrets {
  private readonly cache = new LRUCache<string, string>({ max: MAX_CACHED });

  constructor(private readonly secrets: Secrets) {}

  /** @throws Error when they were sealed with another key */
  open(receiverId: string, sealed: SealedSecret[]): string[] {
    return sealed.map(secret => {
      const opened =
        this.cache.get(secret.id) ?? this.secrets.open(secret.sealed, sealingContext(receiverId, secret.id));
      this.cache.set(secret.id, opened);
      return opened;
    });
  }
}
