import { Injectable } from '@nestjs/common';
import { Database, Notifications, Remembered, type Soon, Statement } from '#platform';
import { hashOf, isWellFormed } from './model/key-value.js';

/** What a request needs to know of its key. */
export interface KnownKey {
  id: string;
  tenant_id: string;
  scope: string;
  permissions: string[];
  rate_limit: number;
  expires_at: Date | null;
}

const activeByHash = new Statement<KnownKey & { hash: string }, { hashes: string[] }>(
  'keys.active-by-hash',
  `SELECT hash, id, tenant_id, scope, permissions, rate_limit, expires_at FROM api_keys.keys
   WHERE hash = ANY(:hashes) AND revoked_at IS NULL`,
);

/** Keys that are not revoked, from memory; a change holds in every process at once. */
@Injectable()
export class KnownKeys {
  private readonly keys: Remembered<KnownKey>;

  constructor(database: Database, notifications: Notifications) {
    this.keys = new Remembered('key', notifications, async hashes => {
      const rows = await activeByHash.run(database, { hashes });
      return new Map(rows.map(({ hash, ...key }) => [hash, key]));
    });
  }

  /** A value whose checksum is wrong is not looked up. */
  get(value: string): Soon<KnownKey | null> {
    const hash = hashOf(value);
    return this.keys.known(hash) ?? (isWellFormed(value) ? this.keys.get(hash) : null);
  }

  ofHash(hash: string): Soon<KnownKey | null> {
    return this.keys.get(hash);
  }
}
