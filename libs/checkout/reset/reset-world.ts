import { Injectable } from '@nestjs/common';
import { type PathTenant } from '#access';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database, withStatementTimeout } from '#platform/database';
import type { ResetResult } from '../contract.js';
import { NotConfirmed } from '../model/errors.js';
import { clearWorld } from '../storage/clear-world.js';

/** For each statement. Removing a million orders takes about 15 seconds. */
const TIMEOUT_MS = 60_000;

/**
 * Removes all orders, payments, registrations and idempotency keys of a tenant in one transaction. The request log,
 * usage statistics, events and deliveries are kept. Concurrent requests that use the removed rows wait or get an error.
 * @throws NotConfirmed
 */
@Injectable()
export class ResetWorld {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenant: PathTenant, confirm: string, actor: Actor): Promise<ResetResult> {
    if (confirm !== tenant.slug) throw new NotConfirmed(tenant.slug);
    return this.database.transaction(async tx => {
      const removed = await clearWorld(await withStatementTimeout(tx, TIMEOUT_MS), tenant.id);
      const change = { tenantId: tenant.id, action: 'world.reset', subject: tenant.id, after: removed };
      await audit(tx, actor, change, this.clock.now());
      return removed;
    });
  }
}
