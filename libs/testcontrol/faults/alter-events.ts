import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AlterationSource, type ClaimedAlteration, EventAlterations, type UpcomingEvent } from '#platform/events';
import { TenantCache } from '#tenancy';
import type { Alteration } from '#webhooks/model';
import type { WebhookFault } from '../model/fault.js';
import type { FaultRule } from '../model/fault-rule.js';
import { FaultRules } from '../storage/fault-rules.js';

/** Chooses the `webhook` rules that apply to events, in the transactions that record the events. */
@Injectable()
export class AlterEvents implements AlterationSource {
  constructor(
    private readonly rules: FaultRules,
    private readonly tenants: TenantCache,
    alterations: EventAlterations,
  ) {
    alterations.use(this);
  }

  mayAlter(tenantId: string): boolean | Promise<boolean> {
    return !this.rules.isKnownEmpty(tenantId) && this.hasRules(tenantId);
  }

  async lockTypes(tx: EntityManager, { id, slug }: { id: string; slug: string }): Promise<string[]> {
    const types = (await this.rules.lockForEvents(tx, id)).flatMap(({ event }) => event ?? []);
    if (types.length === 0 || (await this.tenants.get(slug))?.controlDisabled) return [];
    return types;
  }

  /** Counts each event for its oldest matching rule that is not used up. */
  async claim(tx: EntityManager, tenantId: string, events: UpcomingEvent[]): Promise<(ClaimedAlteration | null)[]> {
    const rules = await this.rules.lockForEvents(tx, tenantId);
    const counted = new Set<FaultRule>();
    const claimed = events.map(event => {
      const rule = rules.find(candidate => candidate.remaining > 0 && candidate.appliesToEvent(event));
      if (!rule) return null;
      counted.add(rule);
      if (!rule.countAndDecide()) return null;
      return { rule: rule.id, event: rule.event, delivery: alterationOf(rule.fault as WebhookFault, rule.id) };
    });
    for (const rule of counted) await this.rules.saveCount(tx, rule);
    return claimed;
  }

  private async hasRules(tenantId: string): Promise<boolean> {
    return (await this.rules.cache.get(tenantId))?.some(({ isForEvents }) => isForEvents) === true;
  }
}

export const alterationOf = ({ kind: _kind, ...effect }: WebhookFault, rule: string): Alteration => ({
  ...effect,
  rule,
});
