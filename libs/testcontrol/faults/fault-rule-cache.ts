import { Injectable } from '@nestjs/common';
import { Notifications, NotifiedCache } from '#platform/database';
import type { FaultRule } from '../model/fault-rule.js';
import { FaultRules, FAULTS_TOPIC } from '../storage/fault-rules.js';

/** The rules that requests meet. They are cached, so that requests of a tenant without rules need no query. */
@Injectable()
export class FaultRuleCache {
  private readonly cache: NotifiedCache<FaultRule[]>;

  constructor(rules: FaultRules, notifications: Notifications) {
    this.cache = new NotifiedCache(FAULTS_TOPIC, notifications, tenants => rules.listLive(tenants));
  }

  /** Whether the tenant is known to have no rules. */
  isKnownEmpty(tenantId: string): boolean {
    return this.cache.peek(tenantId) === null;
  }

  /** The live rules, oldest first; null if there are none. Some may be expired or used up in the meantime. */
  get(tenantId: string): Promise<FaultRule[] | null> {
    return this.cache.get(tenantId);
  }
}
