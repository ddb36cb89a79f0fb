import { Inject, Injectable } from '@nestjs/common';
import { type Actor } from '#platform/audit';
import { Clock } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import { FindTenants } from '#tenancy';
import { ApiKey, type KeyTerms } from './model/api-key.js';
import { makeKeyValue } from './model/key-value.js';
import type { Scope } from '#access';
import { ApiKeyRepository } from './storage/api-key.repository.js';

interface NewKey extends KeyTerms {
  tenant: string;
  scope: Scope;
  /** An existing value to use; default: a new one. */
  value?: string;
}

/**
 * Creates a key for a tenant. Its value is returned only here.
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

  async execute(given: NewKey, by: Actor): Promise<{ key: ApiKey; value: string }> {
    const tenant = await this.tenants.getBySlug(given.tenant);
    const value = given.value ?? makeKeyValue(given.scope);
    const limit = given.limit ?? this.settings.defaultRateLimit;
    const key = ApiKey.issue({ ...given, tenantId: tenant.id, value, limit, at: this.clock.now() });
    await this.keys.add(key, by);
    return { key, value };
  }
}
