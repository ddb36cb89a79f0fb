import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { FaultNotFound } from '../model/errors.js';
import type { FaultRule } from '../model/fault-rule.js';
import { FaultRules } from '../storage/fault-rules.js';

/** Removes rules. They apply to no request that is sent after the response. */
@Injectable()
export class RemoveFaults {
  constructor(
    private readonly database: Database,
    private readonly rules: FaultRules,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  /**
   * @param by for the audit log; undefined for an API key
   * @throws FaultNotFound
   */
  async one(tenantId: string, id: string, by?: Actor): Promise<void> {
    const removed = await this.remove(tenantId, id, by);
    if (removed.length === 0) throw new FaultNotFound();
  }

  /** Removes all rules of a tenant, and returns their number. */
  async all(tenantId: string, by?: Actor): Promise<number> {
    return (await this.remove(tenantId, null, by)).length;
  }

  private async remove(tenantId: string, id: string | null, by?: Actor): Promise<FaultRule[]> {
    const removed = await this.database.transaction(async tx => {
      const rules = await this.rules.remove(tx, tenantId, id);
      const [rule] = rules;
      const before = id === null ? { rules: rules.length } : rule?.facts();
      if (by && rule)
        await audit(tx, by, { tenantId, action: 'fault.remove', subject: id ?? tenantId, before }, this.clock.now());
      return rules;
    });
    await this.notifications.confirmed();
    return removed;
  }
}
