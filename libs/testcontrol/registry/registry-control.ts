import { Injectable } from '@nestjs/common';
import { DEFAULT_REGISTRY, type PathTenant, type RegistrySettings } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { ClockRepository } from '#tenancy';

/** Settings of the registry behind the sandbox of a tenant. */
@Injectable()
export class RegistryControl {
  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  async settings(tenantId: string): Promise<RegistrySettings> {
    return { ...DEFAULT_REGISTRY, ...(await this.clocks.get(tenantId)).registry };
  }

  /** Replaces all settings. When it returns, all processes know them, and no payment is under way with the old ones. */
  async replace(
    tenant: Pick<PathTenant, 'id' | 'slug'>,
    given: Partial<RegistrySettings>,
    by?: Actor,
  ): Promise<RegistrySettings> {
    const settings = withDefaults(given);
    await this.database.transaction(async tx => {
      const clock = await this.clocks.lock(tx, tenant.id, 'exclusive');
      const before = clock.registry ?? DEFAULT_REGISTRY;
      clock.registry = settings;
      await this.clocks.save(tx, tenant.slug, clock);
      const change = { tenantId: tenant.id, action: 'registry.change', subject: tenant.id, before, after: settings };
      if (by) await audit(tx, by, change, this.clock.now());
    });
    await this.notifications.confirmed();
    return settings;
  }
}

export const withDefaults = (given: Partial<RegistrySettings>): RegistrySettings => ({
  ...DEFAULT_REGISTRY,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)),
});
