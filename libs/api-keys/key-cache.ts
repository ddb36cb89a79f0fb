import { Injectable } from '@nestjs/common';
import type { Scope } from '#identity/access';
import { Database, Notifications, NotifiedCache, Statement } from '#platform/database';
import { hashOfSecret } from '#platform/model';
import { isWellFormed } from './model/key-value.js';

/** Properties of an API key that are checked for each request. */
export interface CachedKey {
  id: string;
  tenant_id: string;
  scope: Scope;
  permissions: string[];
  rate_limit: number;
  expires_at: Date | null;
}

const activeByHash = new Statement<CachedKey & { hash: string }, { hashes: string[] }>(
  'keys.active-by-hash',
  `SELECT hash, id, tenant_id, scope, permissions, rate_limit, expires_at FROM api_keys.keys
   WHERE hash = ANY(:hashes) AND revoked_at IS NULL`,
);

/** A cache of API keys that are not revoked. */
@Injectable()
export class KeyCache {
  private readonly keys: NotifiedCache<CachedKey>;

  constructor(database: Database, notifications: Notifications) {
    this.keys = new NotifiedCache('key', notifications, async hashes => {
      const rows = await activeByHash.run(database, { hashes });
      return new Map(rows.map(({ hash, ...key }) => [hash, key]));
    });
  }

  async get(value: string): Promise<CachedKey | null> {
    const hash = hashOfSecret(value);
    // The checksum rejects most invalid values without a query. Cached values are valid.
    return this.keys.peek(hash) ?? (isWellFormed(value) ? this.keys.get(hash) : null);
  }

  getByHash(hash: string): Promise<CachedKey | null> {
    return this.keys.get(hash);
  }
}
