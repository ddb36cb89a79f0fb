import { Injectable } from '@nestjs/common';
import { Keys } from '#api-keys';
import type { PathTenant } from '#identity/access';
import { Database } from '#platform/database';
import { TemporaryTenants } from '#tenancy';
import { type KeySummary, type SenderView, STOREFRONT_KEY, WORLDS_KEY } from './contract.js';
import { periodValues, rankSenders } from './storage/senders.js';

const STOREFRONT: KeySummary = { id: STOREFRONT_KEY, name: 'Storefront', hint: null };
const WORLDS: KeySummary = { id: WORLDS_KEY, name: 'Worlds', hint: null };

/** The keys, worlds and clients that send the requests of a tenant. */
@Injectable()
export class Senders {
  constructor(
    private readonly database: Database,
    private readonly keys: Keys,
    private readonly temporaryTenants: TemporaryTenants,
  ) {}

  /** The names under which requests are counted: the API keys of a tenant, its storefront and its worlds. */
  async keysById(tenant: string): Promise<Map<string, KeySummary>> {
    const keys: KeySummary[] = (await this.keys.list(tenant)).map(({ id, name, hint }) => ({ id, name, hint }));
    return new Map([STOREFRONT, WORLDS, ...keys].map(key => [key.id, key]));
  }

  /** The senders of the most requests after `from`, up to `to`. */
  async rank(tenant: PathTenant, period: { from: Date; to: Date; key?: string }): Promise<SenderView[]> {
    const rows = await rankSenders.run(this.database, periodValues(tenant, period));
    const keys = await this.keysById(tenant.slug);
    const worlds = await this.temporaryTenants.names(rows.flatMap(({ temporaryId }) => temporaryId ?? []));
    return rows.map(({ keyId, temporaryId, userAgent, requests, refused }) => ({
      key: keys.get(keyId) ?? null,
      world: worlds.get(temporaryId ?? '')?.slug ?? null,
      user_agent: userAgent,
      requests,
      refused,
    }));
  }
}
