import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Secrets } from '#platform/secrets';
import type { SealedSecret } from './storage/secrets.js';

/** A secret never changes, so what was opened once need not be opened again. */
const MOST_KNOWN = 10_000;

/** What a sealed secret is about: it opens nowhere else. */
export const aboutSecret = (receiverId: string, secretId: string): string => `webhooks ${receiverId} ${secretId}`;

/** Opens the secrets that sign what is sent to a receiver. */
@Injectable()
export class SigningSecrets {
  private readonly known = new LRUCache<string, string>({ max: MOST_KNOWN });

  constructor(private readonly secrets: Secrets) {}

  /** @throws when another key sealed them */
  open(receiverId: string, sealed: SealedSecret[]): string[] {
    return sealed.map(secret => {
      const known = this.known.get(secret.id) ?? this.secrets.open(secret.sealed, aboutSecret(receiverId, secret.id));
      this.known.set(secret.id, known);
      return known;
    });
  }
}
