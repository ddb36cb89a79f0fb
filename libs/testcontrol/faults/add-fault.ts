import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { businessTime, Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { normalizeSearchTerm, ValidationFailed } from '#platform/model';
import type { AddFaultRequest, FaultView } from '../contract.js';
import { addDuration } from '../model/duration.js';
import { MAX_RULES, TooManyFaults } from '../model/errors.js';
import { readFault, assertApplicable } from '../model/fault.js';
import { FaultRule } from '../model/fault-rule.js';
import { QueueByKey } from '../queue-by-key.js';
import { FaultRules } from '../storage/fault-rules.js';
import { errorsByCode } from './fault-codes.js';
import { viewFault } from './view-fault.js';

const HOUR_MS = 3_600_000;
const MAX_DURATION_MS = 24 * HOUR_MS;

/** Adds a rule. It holds for every request that is sent after the response. */
@Injectable()
export class AddFault {
  /** Additions of a tenant that wait for each other hold no connections, which other tenants need. */
  private readonly queue = new QueueByKey();

  constructor(
    private readonly database: Database,
    private readonly rules: FaultRules,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  /**
   * @param by for the audit log; undefined for an API key
   * @throws InvalidFault · TooManyFaults · ValidationFailed
   */
  async execute(tenant: { id: string }, request: AddFaultRequest, by?: Actor): Promise<FaultView> {
    const rule = ruleOf(tenant.id, request, this.clock.now());
    await this.queue.run(tenant.id, () => this.insert(rule, by));
    await this.notifications.confirmed();
    return viewFault(rule);
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
}

function ruleOf(tenantId: string, request: AddFaultRequest, now: Date): FaultRule {
  const { match, times = 1, skip = 0, expires_in = 'PT10M' } = request;
  const fault = readFault({ ...request.fault });
  const operation = match?.operation ?? null;
  assertApplicable(fault, operation, errorsByCode(operation));
  const domain = match?.domain === undefined ? null : normalizeSearchTerm(match.domain);
  const terms = { operation, domain, fault, times, skip, expiresAt: expiryOf(now, expires_in) };
  return FaultRule.create(tenantId, terms, now);
}

function expiryOf(now: Date, expiresIn: string): Date {
  const ms = addDuration(businessTime(now), expiresIn).getTime() - now.getTime();
  if (ms > 0 && ms <= MAX_DURATION_MS) return new Date(now.getTime() + ms);
  throw new ValidationFailed([{ field: 'expires_in', message: 'must be longer than zero and at most PT24H' }]);
}
