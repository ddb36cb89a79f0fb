import { Injectable } from '@nestjs/common';
import { type PathTenant } from '#access';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import type { ResetResult } from '../contract.js';
import { NotConfirmed } from '../model/errors.js';
import { removeSandboxData } from '../storage/remove-sandbox-data.js';

/**
 * Removes all orders, payments, registrations and idempotency keys of a tenant, step by step. The request log, usage
 * statistics, events and deliveries are kept.
 * @throws NotConfirmed
 */
@Injectable()
export class ResetSandbox {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenant: PathTenant, confirm: string, actor: Actor): Promise<ResetResult> {
    if (confirm !== tenant.slug) throw new NotConfirmed(tenant.slug);
    const removed = await removeSandboxData(this.database, tenant.id, this.clock.now());
    const change = { tenantId: tenant.id, action: 'world.reset', subject: tenant.id, after: removed };
    await this.database.transaction(tx => audit(tx, actor, change, this.clock.now()));
    return removed;
  }
}
