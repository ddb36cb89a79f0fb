import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { businessTime, Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { addDuration, normalizeSearchTerm, ValidationFailed } from '#platform/model';
import type { AddFaultRequest, FaultRemoved, FaultView } from '../contract.js';
import { FaultNotFound, MAX_RULES, TooManyFaults } from '../model/errors.js';
import { assertAltersEvents, assertApplicable, readFault } from '../model/fault.js';
import { FaultRule, matchOf } from '../model/fault-rule.js';
import { QueueByKey } from '../queue-by-key.js';
import { FaultRules } from '../storage/fault-rules.js';
import { errorsByCode } from './fault-codes.js';

const HOUR_MS = 3_600_000;
const MAX_DURATION_MS = 24 * HOUR_MS;

/** Maximum number of listed rules: all that still apply, and the newest that are used up. */
export const MAX_LISTED = 200;

/**
 * The fault rules of tenants. A change applies to every request that is sent after the response. `by` is undefined for API
 * keys, whose changes are not audited.
 */
@Injectable()
export class Faults {
  /** Lets concurrent additions of a tenant wait without occupying database connections, which other tenants need. */
  private readonly queue = new QueueByKey();

  constructor(
    private readonly database: Database,
    private readonly rules: FaultRules,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  /** The rules of a tenant that have not expired, oldest first. */
  async list(tenantId: string): Promise<FaultView[]> {
    return (await this.rules.listUnexpired(tenantId, MAX_LISTED)).map(viewFault);
  }

  /** @throws InvalidFault · TooManyFaults · ValidationFailed */
  async add(tenant: { id: string }, request: AddFaultRequest, by?: Actor): Promise<FaultView> {
    const rule = ruleOf(tenant.id, request, this.clock.now());
    await this.queue.run(tenant.id, () => this.insert(rule, by));
    await this.notifications.confirmed();
    return viewFault(rule);
  }

  /** @throws FaultNotFound */
  async remove(tenantId: string, id: string, by?: Actor): Promise<FaultRemoved> {
    if ((await this.delete(tenantId, id, by)) === 0) throw new FaultNotFound();
    return { id, removed: true };
  }

  /** Returns the number of removed rules. */
  removeAll(tenantId: string, by?: Actor): Promise<number> {
    return this.delete(tenantId, null, by);
  }

  private insert(rule: FaultRule, by?: Actor): Promise<void> {
    return this.database.transaction(async tx => {
      const { id, tenantId, createdAt } = rule;
      if ((await this.rules.lockAndCount(tx, tenantId)) >= MAX_RULES) throw new TooManyFaults();
      await this.rules.insert(tx, rule);
      const change = { tenantId, action: 'fault.add', subject: id, after: rule.facts() };
      if (by) await audit(tx, by, change, createdAt);
    });
  }

  private async delete(tenantId: string, id: string | null, by?: Actor): Promise<number> {
    const count = await this.database.transaction(async tx => {
      const rules = await this.rules.remove(tx, tenantId, id);
      const [rule] = rules;
      const before = id === null ? { rules: rules.length } : rule?.facts();
      if (by && rule)
        await audit(tx, by, { tenantId, action: 'fault.remove', subject: id ?? tenantId, before }, this.clock.now());
      return rules.length;
    });
    await this.notifications.confirmed();
    return count;
  }
}

function ruleOf(tenantId: string, request: AddFaultRequest, now: Date): FaultRule {
  const { match, times = 1, skip = 0, expires_in = 'PT10M' } = request;
  const fault = readFault({ ...request.fault });
  const operation = match?.operation ?? null;
  assertApplicable(fault, operation, errorsByCode(operation), 'fault.');
  assertAltersEvents(fault, match?.event);
  const terms = {
    operation,
    event: match?.event ?? null,
    domain: match?.domain === undefined ? null : normalizeSearchTerm(match.domain),
    fault,
    times,
    skip,
    expiresAt: expiryOf(now, expires_in),
  };
  return FaultRule.create(tenantId, terms, now);
}

function expiryOf(now: Date, expiresIn: string): Date {
  const ms = addDuration(businessTime(now), expiresIn).getTime() - now.getTime();
  if (ms > 0 && ms <= MAX_DURATION_MS) return new Date(now.getTime() + ms);
  throw ValidationFailed.of('expires_in', 'must be longer than zero and at most PT24H');
}

export const viewFault = (rule: FaultRule): FaultView => ({
  id: rule.id,
  match: matchOf(rule),
  fault: rule.fault,
  times: rule.times,
  skip: rule.skip,
  remaining: rule.remaining,
  used: rule.used,
  created_at: rule.createdAt.toISOString(),
  expires_at: rule.expiresAt.toISOString(),
});
