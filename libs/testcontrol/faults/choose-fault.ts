import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { hasEffect, type OperationCall, type OperationName } from '#identity/access';
import { isCanceled, isOpen, OrderRepository } from '#orders';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import { STATUSES } from '#platform/http/errors';
import { normalizeSearchTerm } from '#platform/model';
import type { Fault } from '../model/fault.js';
import type { FaultRule } from '../model/fault-rule.js';
import { FaultRules } from '../storage/fault-rules.js';
import { errorsByCode } from './fault-codes.js';

/** A request that a fault may change. */
export interface FaultedRequest {
  tenantId: string;
  operation: OperationName;
  call: OperationCall;
  idempotent: IdempotentRequest | undefined;
}

/** Decides whether a fault happens to a request. */
@Injectable()
export class ChooseFault {
  constructor(
    private readonly rules: FaultRules,
    private readonly orders: OrderRepository,
    private readonly idempotency: Idempotency,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Chooses the rule that applies to a request, and counts the request. Returns undefined if no rule matches, or if the
   * oldest matching rule skips the request.
   */
  async choose(rules: FaultRule[], request: FaultedRequest): Promise<FaultRule | undefined> {
    const { tenantId, operation, call } = request;
    const now = this.clock.now();
    const errors = errorsByCode(operation);
    const possible = rules.filter(
      rule => !rule.isForEvents && rule.expiresAt > now && rule.appliesTo(operation, errors),
    );
    if (possible.length === 0) return undefined;
    const isDomainNeeded = possible.some(({ domain }) => domain !== null);
    const domains = isDomainNeeded ? await this.domainsOf(tenantId, call) : [];
    const matching = possible.filter(rule => rule.matchesOneOf(domains));
    if (matching.some(({ fault }) => isFinal(fault))) return this.chooseUndecided(matching, request);
    return this.claim(tenantId, matching);
  }

  /** Whether a fault of the request header applies: a final error must not contradict the known result of the request. */
  async applies(fault: Fault, request: FaultedRequest): Promise<boolean> {
    if (!isFinal(fault)) return true;
    if (followsEffect(fault, request)) return false;
    return this.database.transaction(async tx => !(await this.isDecided(tx, request)));
  }

  /** Locks the order until the request is counted, so that no other request pays or cancels it in between. */
  private chooseUndecided(matching: FaultRule[], request: FaultedRequest): Promise<FaultRule | undefined> {
    return this.database.transaction(async tx => {
      const isDecided = await this.isDecided(tx, request);
      const possible = matching.filter(({ fault }) => !isFinal(fault) || !(isDecided || followsEffect(fault, request)));
      return this.claim(request.tenantId, possible, tx);
    });
  }

  private async claim(tenantId: string, rules: FaultRule[], tx?: EntityManager): Promise<FaultRule | undefined> {
    if (rules.length === 0) return undefined;
    const ids = rules.map(({ id }) => id);
    const claimed = await this.rules.claim(tenantId, ids, tx);
    return claimed?.applies ? rules.find(({ id }) => id === claimed.id) : undefined;
  }

  /** Whether the result of a request is known: it repeats a stored result, or its order is already paid or canceled. */
  private async isDecided(
    tx: EntityManager,
    { tenantId, operation, call, idempotent }: FaultedRequest,
  ): Promise<boolean> {
    if (await this.idempotency.isDecided(tx, idempotent)) return true;
    if (call.order_id === undefined) return false;
    const order = await this.orders.findForUpdate(tx, tenantId, call.order_id);
    if (!order) return false;
    return operation === 'cancel' ? isCanceled(order) : !isOpen(order);
  }

  /** The domains of a request; empty if they are unknown, for example because the order does not exist. */
  async domainsOf(tenantId: string, { domain, domains, order_id }: OperationCall): Promise<string[]> {
    if (domain !== undefined) return [normalizeSearchTerm(domain)];
    if (order_id === undefined) return (domains ?? []).map(normalizeSearchTerm);
    const order = await this.orders.find(tenantId, order_id);
    return order ? [order.domain] : [];
  }
}

/** Whether a fault is a 4xx error that clients do not retry. Such an error must not contradict the result of the request. */
function isFinal(fault: Fault): boolean {
  if (fault.kind !== 'error') return false;
  const { family, retryable } = errorsByCode(null).get(fault.code)!;
  return !retryable && STATUSES[family] < 500;
}

/** Whether a fault happens after the operation took effect. */
const followsEffect = (fault: Fault, { operation }: FaultedRequest): boolean =>
  'phase' in fault && fault.phase === 'after' && hasEffect(operation);
