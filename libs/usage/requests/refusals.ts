import { Injectable } from '@nestjs/common';
import { Keys } from '#api-keys';
import type { KeyView } from '#api-keys/contract';
import { includesPermission, keyAccessOfRoute, type PathTenant } from '#identity/access';
import type { RefusalView, RefusedMinute } from '../contract.js';
import { Senders } from '../senders.js';
import type { LogRow } from '../storage/log-query.js';
import { Requests } from './requests.js';

const MINUTE_MS = 60_000;

/** Explains why requests of the log were refused. */
@Injectable()
export class Refusals {
  constructor(
    private readonly requests: Requests,
    private readonly keys: Keys,
    private readonly senders: Senders,
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
    const senders = await this.senders.rank(tenant, { from, to: at });
    return { from: from.toISOString(), to: at.toISOString(), limit, senders };
  }
}

function missingPermissions({ method, route }: LogRow, { permissions }: KeyView): string[] {
  const access = keyAccessOfRoute(method, route);
  const required = access ? [access.permission, ...(access.alsoRequired ?? [])] : [];
  return required.filter(permission => !includesPermission(permissions, permission));
}
