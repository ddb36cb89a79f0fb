import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DEFAULT_REGISTRY, type PathTenant, type RegistrySettings, timeOf } from '#identity/access';
import { type BusinessTime, Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { checkBy, ClockRepository } from '../storage/clock.repository.js';
import { TenantCache } from '../tenant-cache.js';

/** Business time: the present time of each tenant. */
@Injectable()
export class TenantClocks {
  /** Running changes of this process that use real time without locking the clock. */
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

  /** The present time of a tenant, without a lock. Not for changes that start a term. */
  now(tenant: PathTenant): BusinessTime {
    return timeOf(tenant.clock, this.clock.now());
  }

  /**
   * Runs a change that starts a term. The clock must not pass the end of the term before the change is committed, so
   * the change gets a transaction in which the clock is locked. A real clock needs neither transaction nor lock,
   * which is faster: all processes finish their unlocked changes before a clock leaves real time.
   */
  async withPresentTime<T>(
    tenant: PathTenant,
    work: (now: BusinessTime, tx?: EntityManager) => Promise<T>,
  ): Promise<T> {
    if (!this.tenants.mayUseRealTime(tenant.slug))
      return this.database.transaction(async tx => work(await this.lockAndRead(tx, tenant.id), tx));
    const change = work(timeOf({ mode: 'real' }, this.clock.now()));
    this.unlockedChanges.add(change);
    try {
      return await change;
    } finally {
      this.unlockedChanges.delete(change);
    }
  }

  /**
   * Whether due events may still be unrecorded, because the worker has not checked the clock yet. Those of a tenant that
   * has ended are never recorded, so its last requests must not wait for them.
   */
  async mayHaveDueEvents(tx: EntityManager, tenantId: string): Promise<boolean> {
    const clock = await this.clocks.findLive(tx, tenantId);
    return clock?.isCheckDue(this.clock.now()) === true;
  }

  /** Reads and locks the time of a tenant and the settings of its registry until the transaction ends. */
  async lockWithRegistry(
    tx: EntityManager,
    tenantId: string,
  ): Promise<{ now: BusinessTime; registry: RegistrySettings }> {
    const clock = await this.clocks.lock(tx, tenantId, 'shared');
    return { now: clock.now(this.clock.now()), registry: { ...DEFAULT_REGISTRY, ...clock.registry } };
  }

  /** Makes the worker check the clock of a tenant when a new event is due. The transaction must have locked the clock. */
  async checkBy(tx: EntityManager, tenantId: string, due: BusinessTime): Promise<void> {
    await checkBy.run(tx, { tenant: tenantId, due });
  }

  /** Reads the time of a tenant, and locks its clock until the transaction ends. */
  async lockAndRead(tx: EntityManager, tenantId: string): Promise<BusinessTime> {
    return (await this.lockWithRegistry(tx, tenantId)).now;
  }
}
