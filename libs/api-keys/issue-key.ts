import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { type Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Statement, Table } from '#platform/database';
import { Tenants } from '#tenancy';
import { ApiKey, type KeyTerms } from './model/api-key.js';
import { makeKeyValue } from './model/key-value.js';
import type { Scope } from '#identity/access';
import { ApiKeyMapping } from './storage/api-key.mapping.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

const keys = new Table(ApiKeyMapping);

const insertKey = new Statement<never, Record<string, unknown>>('keys.insert', keys.insertRow);

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
    private readonly tenants: Tenants,
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

  /** Creates a sandbox key of a tenant that is created in the same transaction. */
  async issueIn(
    tx: PoolClient,
    given: { tenantId: string; name: string; limit: number },
  ): Promise<{ key: ApiKey; value: string }> {
    const value = makeKeyValue('sandbox');
    const key = ApiKey.issue({ ...given, value, at: this.clock.now() });
    await insertKey.run(tx, keys.valuesOf(key));
    return { key, value };
  }
}
