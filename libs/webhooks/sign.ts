import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, Database, Secrets } from '#platform';
import { type SecretRow, secretsOf } from './storage/secrets.js';

/** A secret never changes, so what was opened once need not be opened again. */
const MOST_KNOWN = 10_000;

/** What a sealed secret is about: it opens nowhere else. */
export const aboutSecret = (receiverId: string, secretId: string): string => `webhooks ${receiverId} ${secretId}`;

/** Opens the secrets that sign what is sent to a receiver. */
@Injectable()
export class Sign {
  private readonly known = new LRUCache<string, string>({ max: MOST_KNOWN });

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** The secrets that sign for each of the receivers at this moment, the newest first. */
  async secretsOf(receivers: string[]): Promise<Map<string, string[]>> {
    const rows = await secretsOf(this.database, receivers, this.clock.now());
    const byReceiver = new Map<string, string[]>(receivers.map(id => [id, []]));
    for (const row of rows) byReceiver.get(row.receiverId)?.push(this.open(row));
    return byReceiver;
  }

  private open({ id, receiverId, sealed }: SecretRow): string {
    const known = this.known.get(id) ?? this.secrets.open(sealed, aboutSecret(receiverId, id));
    this.known.set(id, known);
    return known;
  }
}
