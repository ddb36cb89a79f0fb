import { Injectable } from '@nestjs/common';
import type { OperationCall, OperationName } from '#identity/access';
import { Clock } from '#platform/process/clock';
import type { FaultRule } from '../model/fault-rule.js';
import { FaultRules } from '../storage/fault-rules.js';
import { CallSubject } from './call-subject.js';
import { errorsByCode } from './fault-codes.js';

/** Chooses the rule that applies to a request, and counts the request. */
@Injectable()
export class ChooseRule {
  constructor(
    private readonly rules: FaultRules,
    private readonly subject: CallSubject,
    private readonly clock: Clock,
  ) {}

  /** Returns undefined if no rule matches, or if the oldest one that matches skips the request. */
  async execute(
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
    const domain = isDomainNeeded ? await this.subject.domainOf(tenantId, call) : undefined;
    const matching = possible.filter(rule => rule.matchesDomain(domain));
    if (matching.length === 0) return undefined;
    const claimed = await this.rules.claim(
      tenantId,
      matching.map(({ id }) => id),
    );
    return claimed?.applies ? matching.find(({ id }) => id === claimed.id) : undefined;
  }
}
