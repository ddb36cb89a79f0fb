import { Injectable } from '@nestjs/common';
import { Keys } from '#api-keys';
import type { KeyView } from '#api-keys/contract';
import { accountIdOf, includesPermission, keyAccessOfRoute, type PathTenant } from '#identity/access';
import { Database } from '#platform/database';
import type { RefusalView, RefusedMinute } from '../contract.js';
import { EndedTenants } from '#tenancy';
import { RequestKeys } from '../request-keys.js';
import type { LogRow } from '../storage/log-query.js';
import { rankSenders } from '../storage/senders.js';
import { ownRequests } from './filter.js';
import { Requests } from './requests.js';

const MINUTE_MS = 60_000;

/** Explains why requests of the log were refused. */
@Injectable()
export class Refusals {
  constructor(
    private readonly requests: Requests,
    private readonly keys: Keys,
    private readonly requestKeys: RequestKeys,
    private readonly temporary: EndedTenants,
    private readonly database: Database,
  ) {}

  /** @throws RequestNotFound */
  async explain(tenant: PathTenant, id: string): Promise<RefusalView> {
    const row = await this.requests.getRow(tenant, id);
    const key = (await this.keys.list(tenant.slug)).find(({ id }) => id === row.keyId);
    return {
      missing_permissions: key ? missingPermissions(row, key) : [],
      minute:
        row.status === 429 && row.faulted === null ? await this.minuteBefore(tenant, row, key?.limit ?? null) : null,
    };
  }

  private async minuteBefore(tenant: PathTenant, { at }: LogRow, limit: number | null): Promise<RefusedMinute> {
    const from = new Date(at.getTime() - MINUTE_MS);
    const temporary = ownRequests(tenant).temporaryId ?? null;
    const rows = await rankSenders(this.database, { tenant: accountIdOf(tenant), temporary, from, to: at });
    const keys = await this.requestKeys.byId(tenant.slug);
    const worlds = await this.temporary.names(rows.flatMap(({ temporaryId }) => temporaryId ?? []));
    const senders = rows.map(({ keyId, temporaryId, userAgent, requests, refused }) => ({
      key: keys.get(keyId) ?? null,
      world: worlds.get(temporaryId ?? '')?.slug ?? null,
      user_agent: userAgent,
      requests,
      refused,
    }));
    return { from: from.toISOString(), to: at.toISOString(), limit, senders };
  }
}

function missingPermissions({ method, route }: LogRow, { permissions }: KeyView): string[] {
  const access = keyAccessOfRoute(method, route);
  const required = access ? [access.permission, ...(access.alsoRequired ?? [])] : [];
  return required.filter(permission => !includesPermission(permissions, permission));
}
