import { Injectable } from '@nestjs/common';
import type { Caller, OperationCall, OperationName } from '#identity/access';
import { OrderRepository } from '#orders';
import { Clock } from '#platform/process/clock';
import { Notifications, NotifiedCache } from '#platform/database';
import { normalizeSearchTerm } from '#platform/model';
import type { FaultRule } from '../model/fault-rule.js';
import { FaultRules, FAULTS_TOPIC } from '../storage/fault-rules.js';
import { errorsByCode } from './fault-codes.js';

/** The rules that requests meet. They are cached, so that requests of a tenant without rules need no query. */
@Injectable()
export class FaultRuleCache {
  private readonly cache: NotifiedCache<FaultRule[]>;

  constructor(
    private readonly rules: FaultRules,
    private readonly orders: OrderRepository,
    private readonly clock: Clock,
    notifications: Notifications,
  ) {
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

  /**
   * Chooses the rule that applies to a request, and counts the request. Returns undefined if no rule matches, or if the
   * oldest one that matches skips the request.
   */
  async choose(
    tenantId: string,
    rules: FaultRule[],
    operation: OperationName,
    call: OperationCall,
  ): Promise<FaultRule | undefined> {
    const now = this.clock.now();
    const errors = errorsByCode(operation);
    const possible = rules.filter(rule => rule.expiresAt > now && rule.appliesTo(operation, errors));
    if (possible.length === 0) return undefined;
    const isDomainNeeded = possible.some(({ domain }) => domain !== null);
    const domain = isDomainNeeded ? await this.domainOf(tenantId, call) : undefined;
    const matching = possible.filter(rule => rule.matchesDomain(domain));
    if (matching.length === 0) return undefined;
    const claimed = await this.rules.claim(
      tenantId,
      matching.map(({ id }) => id),
    );
    return claimed?.applies ? matching.find(({ id }) => id === claimed.id) : undefined;
  }

  /** Sets the domain and the order of a request for the log, because a fault can take the place of its operation. */
  async logSubject(caller: Caller, call: OperationCall): Promise<void> {
    caller.domain = await this.domainOf(caller.tenant.id, call);
    if (caller.domain !== undefined) caller.orderId = call.order_id;
  }

  /** Undefined if it is not known, for example because there is no such order. */
  private async domainOf(tenantId: string, { domain, order_id }: OperationCall): Promise<string | undefined> {
    if (domain !== undefined) return normalizeSearchTerm(domain);
    return order_id === undefined ? undefined : (await this.orders.find(tenantId, order_id))?.domain;
  }
}
