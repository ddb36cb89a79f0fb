import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { EventAlterations } from '#platform/events';
import { type Actor, audit } from '#platform/security/audit';
import { Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import { type Decision, Decisions } from '#checkout';
import { DomainName } from '#domains';
import { FindOrders, type Order, OrderRepository } from '#orders';
import type { OrderResult } from '#orders/contract';
import { TenantClocks } from '#tenancy';
import { NothingPending, OrderNotCancelable } from './model/errors.js';

const CANCELED = 'canceled';

/**
 * Decides or cancels paid orders that the registry has not decided. `by` is the person for the audit log; undefined for API
 * keys, whose changes are not in it.
 */
@Injectable()
export class UndecidedOrders {
  constructor(
    private readonly database: Database,
    private readonly clocks: TenantClocks,
    private readonly orders: OrderRepository,
    private readonly found: FindOrders,
    private readonly decisions: Decisions,
    private readonly alterations: EventAlterations,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /**
   * Decides the order of a domain, and returns it.
   * @throws InvalidDomain · UnsupportedTld · NothingPending
   */
  async decide(caller: Caller, domain: string, decision: Omit<Decision, 'at'>, by?: Actor): Promise<OrderResult> {
    const { tenant } = caller;
    const { name } = DomainName.parse(domain);
    caller.domain = name;
    const id = await this.database.transaction(async tx => {
      const at = await this.clocks.lockAndRead(tx, tenant.id);
      const order = await this.orders.findUndecidedForUpdate(tx, tenant.id, name);
      if (!order) throw new NothingPending();
      await this.apply(tx, caller, order, { ...decision, at }, by && { by, action: 'order.decide' });
      return order.id;
    });
    return this.found.result(caller, id);
  }

  /**
   * Cancels an order, refunds it and returns it. A canceled order stays as it is.
   * @throws OrderNotFound · OrderNotCancelable · IdempotencyKeyReused · IdempotencyInProgress
   */
  async cancel(
    caller: Caller,
    id: string,
    idempotent: IdempotentRequest | undefined,
    by?: Actor,
  ): Promise<OrderResult> {
    const { tenant } = caller;
    caller.orderId = id;
    await this.idempotency.runOnce(
      idempotent,
      async tx => {
        const at = await this.clocks.lockAndRead(tx, tenant.id);
        const order = await this.orders.getForUpdate(tx, tenant.id, id);
        caller.domain = order.domain;
        if (!isCancelable(order)) {
          if (order.reason !== CANCELED) throw new OrderNotCancelable();
          return { subject: id };
        }
        const decision = { outcome: 'failed', reason: CANCELED, at } as const;
        await this.apply(tx, caller, order, decision, by && { by, action: 'order.cancel' });
        return { subject: id };
      },
      tx => this.clocks.lockAndRead(tx, tenant.id),
    );
    return this.found.result(caller, id);
  }

  private async apply(
    tx: EntityManager,
    caller: Caller,
    order: Order,
    decision: Decision,
    audited: { by: Actor; action: string } | undefined,
  ): Promise<void> {
    await this.decisions.decide(tx, caller, order, decision);
    await this.alterations.alterRecorded(tx, caller.tenant);
    if (!audited) return;
    const { id, domain, domainStatus } = order;
    const { outcome, reason } = decision;
    const change = {
      tenantId: caller.tenant.id,
      action: audited.action,
      subject: id,
      before: { domain, domain_status: domainStatus },
      after: { domain, domain_status: outcome, ...(reason && { reason }) },
    };
    await audit(tx, audited.by, change, this.clock.now());
  }
}

const isCancelable = ({ kind, domainStatus }: Order): boolean =>
  domainStatus === 'action_required' || (kind === 'transfer' && domainStatus === 'pending');
