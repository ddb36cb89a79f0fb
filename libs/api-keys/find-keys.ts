import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Tenants } from '#tenancy';
import type { KeyView } from './contract.js';
import type { ApiKey } from './model/api-key.js';
import { ApiKeyRepository } from './storage/api-key.repository.js';

@Injectable()
export class FindKeys {
  constructor(
    private readonly tenants: Tenants,
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws TenantNotFound */
  async list(slug: string): Promise<KeyView[]> {
    const tenant = await this.tenants.getBySlug(slug);
    const keys = await this.keys.listOf(tenant.id, this.clock.now());
    return keys.map(key => this.view(key));
  }

  view(key: ApiKey): KeyView {
    return {
      id: key.id,
      name: key.name,
      hint: `ny_${key.scope}_${key.start}…${key.end}`,
      scope: key.scope,
      permissions: key.permissions,
      limit: key.limit,
      status: key.status(this.clock.now()),
      created_at: key.createdAt.toISOString(),
      expires_at: key.expiresAt?.toISOString() ?? null,
      revoked_at: key.revokedAt?.toISOString() ?? null,
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      rolled_to: key.rolledTo,
    };
  }
}
