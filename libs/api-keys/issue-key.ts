import { Inject, Injectable } from '@nestjs/common';
import { type Actor } from '#platform/audit';
import { Clock } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import { FindTenants } from '#tenancy';
import { ApiKey, type KeyTerms } from './model/api-key.js';
import { makeKeyValue } from './model/key-value.js';
import type { Scope } from '#access';
import { ApiKeyRepository } from './storage/api-key.repository.js';

export interface KeyOrder extends KeyTerms {
  tenant: string;
  scope: Scope;
  /** A value that was made elsewhere, in place of a new one. */
  value?: string;
}

/**
 * Makes a key for a tenant. The value is given back once and cannot be had again.
 * @throws TenantNotFound · UnknownPermission · InvalidLimit · InvalidKeyValue · TooManyKeys
 */
@Injectable()
export class IssueKey {
  constructor(
    private readonly tenants: FindTenants,
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(order: KeyOrder, by: Actor): Promise<{ key: ApiKey; value: string }> {
    const tenant = await this.tenants.bySlug(order.tenant);
    const value = order.value ?? makeKeyValue(order.scope);
    const limit = order.limit ?? this.settings.defaultRateLimit;
    const key = ApiKey.issue({ ...order, tenantId: tenant.id, value, limit, at: this.clock.now() });
    await this.keys.add(key, by);
    return { key, value };
  }
}
