import { Injectable } from '@nestjs/common';
import { type PathTenant } from '#access';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database, withStatementTimeout } from '#platform/database';
import { Invalid } from '#platform/model';
import type { ResetResult } from '../contract.js';
import { clearWorld } from '../storage/clear.sql.js';

/** A million orders take a quarter of it. */
const LONGEST_MS = 60_000;

/**
 * Begins a tenant's sandbox world anew: no orders, no payments, every name free, no idempotency key remembered. It is
 * one transaction, so that nobody ever sees half a world and a process that ends in its midst has changed nothing.
 * Calls that work on the old world meanwhile are refused or told to come again. What was logged, counted and announced
 * stays: it did happen.
 * @throws NotConfirmed
 */
@Injectable()
export class ResetWorld {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenant: PathTenant, confirm: string, by: Actor): Promise<ResetResult> {
    if (confirm !== tenant.slug) throw new NotConfirmed(tenant.slug);
    return this.database.transaction(async tx => {
      const removed = await clearWorld(await withStatementTimeout(tx, LONGEST_MS), tenant.id);
      const change = { tenantId: tenant.id, action: 'world.reset', subject: tenant.id, after: removed };
      await audit(tx, by, change, this.clock.now());
      return removed;
    });
  }
}

class NotConfirmed extends Invalid {
  constructor(slug: string) {
    const details = [{ field: 'confirm', message: `must be "${slug}", the tenant whose world is to be reset` }];
    super('NOT_CONFIRMED', `Type "${slug}" to reset its world; nothing was removed.`, { details });
  }
}
