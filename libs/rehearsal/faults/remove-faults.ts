import { Injectable } from '@nestjs/common';
import { Notifications } from '#platform/database';
import { FaultNotFound } from '../model/errors.js';
import { FaultRules } from '../storage/fault-rules.js';

/** Removes rules. They apply to no request that is sent after the response. */
@Injectable()
export class RemoveFaults {
  constructor(
    private readonly rules: FaultRules,
    private readonly notifications: Notifications,
  ) {}

  /** @throws FaultNotFound */
  async one(tenantId: string, id: string): Promise<void> {
    if ((await this.rules.remove(tenantId, id)) === 0) throw new FaultNotFound();
    await this.notifications.confirmed();
  }

  /** Removes all rules of a tenant, and returns their number. */
  async all(tenantId: string): Promise<number> {
    const removed = await this.rules.remove(tenantId);
    await this.notifications.confirmed();
    return removed;
  }
}
