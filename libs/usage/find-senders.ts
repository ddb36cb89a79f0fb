import { Injectable } from '@nestjs/common';
import type { PathTenant } from '#identity/access';
import { Database } from '#platform/database';
import { TemporaryTenants } from '#tenancy';
import type { SenderView } from './contract.js';
import { RequestKeys } from './request-keys.js';
import { periodValues, rankSenders } from './storage/senders.js';

/** Finds the keys, worlds and clients that sent the requests of a tenant. */
@Injectable()
export class FindSenders {
  constructor(
    private readonly database: Database,
    private readonly requestKeys: RequestKeys,
    private readonly temporaryTenants: TemporaryTenants,
  ) {}

  /** The senders of the most requests after `from`, up to `to`. */
  async rank(tenant: PathTenant, period: { from: Date; to: Date; key?: string }): Promise<SenderView[]> {
    const rows = await rankSenders(this.database, periodValues(tenant, period));
    const keys = await this.requestKeys.byId(tenant.slug);
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
