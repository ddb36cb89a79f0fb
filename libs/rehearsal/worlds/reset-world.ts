import { Injectable } from '@nestjs/common';
import { type PathTenant } from '#access';
import { type RemovedData, removeSandboxData } from '#checkout';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database, isLockTimeout, Notifications } from '#platform/database';
import { ClockRepository } from '#tenancy';
import { FaultRules } from '../storage/fault-rules.js';

/** Attempts to lock the clock, which a step of an advance can hold for longer than a statement may wait. */
const MAX_ATTEMPTS = 10;

/**
 * Sets the clock of a tenant to real time, and removes all its orders, payments, registrations, idempotency keys and fault
 * rules, step by step. The request log, usage statistics, events and deliveries are kept.
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
    await this.database.transaction(tx => this.rules.remove(tx, tenant.id));
    await this.resetClock(tenant);
    const removed = await removeSandboxData(this.database, tenant.id);
    const change = { tenantId: tenant.id, action: 'world.reset', subject: tenant.id, after: removed };
    if (actor) await this.database.transaction(tx => audit(tx, actor, change, this.clock.now()));
    return removed;
  }

  /** Cancels a change of the clock, too. New orders have real time when the processes have confirmed. */
  private async resetClock({ id, slug }: PathTenant): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.database.transaction(async tx => {
          const clock = await this.clocks.lock(tx, id, 'exclusive');
          clock.reset(this.clock.now());
          await this.clocks.save(tx, slug, clock);
        });
        break;
      } catch (error) {
        if (!isLockTimeout(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
    await this.notifications.confirmed();
  }
}
