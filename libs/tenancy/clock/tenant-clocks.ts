import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DEFAULT_REGISTRY, type PathTenant, type RegistrySettings, timeOf } from '#identity/access';
import { type BusinessTime, Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { ClockRepository } from '../storage/clock.repository.js';
import { TenantCache } from '../tenant-cache.js';

/** Business time: the present time of each tenant. */
@Injectable()
export class TenantClocks {
  /** Changes of this process that are dated by real time. */
  private readonly unlockedChanges = new Set<Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantCache,
    private readonly clocks: ClockRepository,
    private readonly clock: Clock,
    notifications: Notifications,
  ) {
    notifications.onConfirm(async () => void (await Promise.allSettled(this.unlockedChanges)));
  }

  /** The time of a tenant, for everything that has no due date. */
  now(tenant: PathTenant): BusinessTime {
    return timeOf(tenant.clock, this.clock.now());
  }

  /**
   * Runs a change that starts a term. The clock must not pass the end of the term before the change is committed, so the
   * change gets a transaction in which the clock is locked. Without a transaction, for real clocks, it is faster: before a
   * clock leaves real time, all processes finish their unlocked changes.
   */
  async withPresentTime<T>(
    tenant: PathTenant,
    work: (now: BusinessTime, tx?: EntityManager) => Promise<T>,
  ): Promise<T> {
    if (!this.tenants.isClockUnlocked(tenant.slug))
      return this.database.transaction(async tx => work(await this.lockAndRead(tx, tenant.id), tx));
    const change = work(timeOf({ mode: 'real' }, this.clock.now()));
    this.unlockedChanges.add(change);
    try {
      return await change;
    } finally {
      this.unlockedChanges.delete(change);
    }
  }

  /** Whether due events may still be unrecorded, because the worker has not looked at the clock. */
  async mayHaveDueEvents(tx: EntityManager, tenantId: string): Promise<boolean> {
    return (await this.clocks.get(tenantId, tx)).isCheckDue(this.clock.now());
  }

  /** The time of a tenant and the settings of its registry. Neither is changed until the transaction ends. */
  async lockWithRegistry(
    tx: EntityManager,
    tenantId: string,
  ): Promise<{ now: BusinessTime; registry: RegistrySettings }> {
    const clock = await this.clocks.lock(tx, tenantId, 'shared');
    return { now: clock.now(this.clock.now()), registry: { ...DEFAULT_REGISTRY, ...clock.registry } };
  }

  /** Makes the worker check the clock of a tenant when a new event falls due. The transaction has locked the clock. */
  checkBy(tx: EntityManager, tenantId: string, due: BusinessTime): Promise<void> {
    return this.clocks.checkBy(tx, tenantId, due);
  }

  /** The time of a tenant. Its clock is not changed until the transaction ends. */
  async lockAndRead(tx: EntityManager, tenantId: string): Promise<BusinessTime> {
    const clock = await this.clocks.lock(tx, tenantId, 'shared');
    return clock.now(this.clock.now());
  }
}
