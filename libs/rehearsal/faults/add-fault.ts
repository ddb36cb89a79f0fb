import { Injectable } from '@nestjs/common';
import type { PathTenant } from '#access';
import { businessTime, Clock } from '#platform/clock';
import { Database, Notifications } from '#platform/database';
import { ValidationFailed } from '#platform/model';
import { addDuration } from '../model/duration.js';
import { MAX_RULES, TooManyFaults } from '../model/errors.js';
import { type Fault, requireEffect } from '../model/fault.js';
import { FaultRule, type FaultTerms } from '../model/fault-rule.js';
import { QueueByKey } from '../queue-by-key.js';
import { FaultRules } from '../storage/fault-rules.js';
import { errorsByCode } from './fault-codes.js';
import { normalizePattern } from './normalize-pattern.js';

const HOUR_MS = 3_600_000;
const MAX_DURATION_MS = 24 * HOUR_MS;

interface RequestedFault extends Pick<FaultTerms, 'operation' | 'times' | 'skip'> {
  fault: Fault;
  domain: string | null;
  expiresIn: string;
}

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

  /** @throws InvalidFault · TooManyFaults · ValidationFailed */
  async execute(tenant: PathTenant, { expiresIn, domain, ...request }: RequestedFault): Promise<FaultRule> {
    requireEffect(request.fault, request.operation, errorsByCode(request.operation));
    const now = this.clock.now();
    const terms = { ...request, domain: domain && normalizePattern(domain), expiresAt: expiryOf(now, expiresIn) };
    const rule = FaultRule.create(tenant.id, terms, now);
    await this.queue.run(tenant.id, () => this.insert(rule));
    await this.notifications.confirmed();
    return rule;
  }

  private insert(rule: FaultRule): Promise<void> {
    return this.database.transaction(async tx => {
      if ((await this.rules.lockAndCount(tx, rule.tenantId)) >= MAX_RULES) throw new TooManyFaults();
      await this.rules.insert(tx, rule);
    });
  }
}

function expiryOf(now: Date, expiresIn: string): Date {
  const ms = addDuration(businessTime(now), expiresIn).getTime() - now.getTime();
  if (ms > 0 && ms <= MAX_DURATION_MS) return new Date(now.getTime() + ms);
  throw new ValidationFailed([{ field: 'expires_in', message: 'must be longer than zero and at most PT24H' }]);
}
