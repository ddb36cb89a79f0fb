import { Injectable } from '@nestjs/common';
import { type Caller, DEFAULT_REGISTRY, type PathTenant, type RegistrySettings } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { ValidationFailed } from '#platform/model';
import type { OrderResult } from '#orders/contract';
import { UndecidedOrders } from '#registry';
import { ClockRepository } from '#tenancy';
import type { DecideRequest } from '../contract.js';

/** Changes the simulated registry of a tenant, and decides in place of the registry. */
@Injectable()
export class RegistryControl {
  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    private readonly undecided: UndecidedOrders,
  ) {}

  async settings(tenantId: string): Promise<RegistrySettings> {
    return { ...DEFAULT_REGISTRY, ...(await this.clocks.get(tenantId)).registry };
  }

  /** Replaces all settings, and returns when all processes use them and no payment with the old settings is running. */
  async replace(
    tenant: Pick<PathTenant, 'id' | 'slug'>,
    request: Partial<RegistrySettings>,
    by?: Actor,
  ): Promise<RegistrySettings> {
    const settings = withDefaults(request);
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

  /**
   * Decides the order of a domain at once, and returns it.
   * @throws ValidationFailed · InvalidDomain · UnsupportedTld · NothingPending
   */
  async decide(caller: Caller, { domain, outcome, reason }: DecideRequest, by?: Actor): Promise<OrderResult> {
    if (outcome === 'registered' && reason !== undefined)
      throw ValidationFailed.of('reason', 'must be omitted when outcome is registered');
    return this.undecided.decide(caller, domain, { outcome, reason }, by);
  }
}

export const withDefaults = (settings: Partial<RegistrySettings>): RegistrySettings => ({
  ...DEFAULT_REGISTRY,
  ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== null)),
});
