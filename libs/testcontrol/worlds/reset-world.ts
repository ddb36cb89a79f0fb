import { Injectable } from '@nestjs/common';
import { type PathTenant } from '#identity/access';
import { type RemovedData, removeSandboxData } from '#checkout';
import { removeFacadeData } from '#facades';
import { type Actor, auditFirstStep } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, isLockTimeout, Notifications } from '#platform/database';
import { ClockRepository } from '#tenancy';
import { FaultRules } from '../storage/fault-rules.js';

/** Attempts to lock the clock. A step of a clock change can hold the lock for longer than the lock timeout. */
const MAX_ATTEMPTS = 10;

/**
 * Sets the clock of a tenant to real time and its registry to the defaults, and removes all its orders, payments,
 * registrations, idempotency keys, fault rules, contacts and numbers of facades, step by step. The request log, usage
 * statistics, events and deliveries are kept.
 */
@Injectable()
export class ResetWorld {
  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
    private readonly rules: FaultRules,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  /** @param actor for the audit log; undefined for an API key */
  async execute(tenant: PathTenant, actor?: Actor): Promise<RemovedData> {
    const complete = await this.begin(tenant, actor);
    // From this confirmation on, all processes date new orders by real time.
    await this.notifications.confirmed();
    const removed = await removeSandboxData(this.database, tenant.id);
    await complete?.(this.database, removed);
    return removed;
  }

  /** Resets the clock, which cancels a clock change in progress, and removes the fault rules, contacts and numbers. */
  private async begin({ id, slug }: PathTenant, actor?: Actor) {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.database.transaction(async tx => {
          const clock = await this.clocks.lock(tx, id, 'exclusive');
          const now = this.clock.now();
          clock.reset(now);
          await this.clocks.save(tx, slug, clock);
          await this.rules.remove(tx, id);
          await removeFacadeData(tx, id);
          return actor && auditFirstStep(tx, actor, { tenantId: id, action: 'world.reset', subject: id }, now);
        });
      } catch (error) {
        if (!isLockTimeout(error) || attempt === MAX_ATTEMPTS) throw error;
      }
  }
}
