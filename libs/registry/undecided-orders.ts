import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#identity/access';
import { type BusinessTime, Clock } from '#platform/process/clock';
import { EventAlterations } from '#platform/events';
import { type Actor, audit } from '#platform/security/audit';
import type { IdempotentRequest } from '#platform/http/idempotency';
import { type Decision, Decisions } from '#checkout';
import { DomainName } from '#domains';
import { DomainRegistrationFailed, DomainTransferFailed } from '#domains/events';
import { CANCELED, FindOrders, isCanceled, Order, OrderRepository } from '#orders';
import type { OrderResult } from '#orders/contract';
import { TenantClocks } from '#tenancy';
import { AfterDueEvents } from './due/after-due-events.js';
import { NothingPending, OrderNotCancelable } from './model/errors.js';

/**
 * Decides or cancels paid orders that the registry has not decided. `by` is the person for the audit log, which does not
 * contain changes by API keys.
 */
@Injectable()
export class UndecidedOrders {
  constructor(
    private readonly clocks: TenantClocks,
    private readonly orders: OrderRepository,
    private readonly findOrders: FindOrders,
    private readonly decisions: Decisions,
    private readonly alterations: EventAlterations,
    private readonly afterDueEvents: AfterDueEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Decides the order of a domain, and returns it.
   * @throws InvalidDomain · UnsupportedTld · NothingPending
   */
  async decide(caller: Caller, domain: string, decision: Omit<Decision, 'at'>, by?: Actor): Promise<OrderResult> {
    const { name } = DomainName.parse(domain);
    caller.domain = name;
    const id = await this.run(caller, undefined, async (tx, at) => {
      const order = await this.orders.findUndecidedForUpdate(tx, caller.tenant.id, name);
      if (!order) throw new NothingPending();
      await this.apply(tx, caller, order, { ...decision, at }, by && { by, action: 'order.decide' });
      await this.alterations.alterRecorded(tx, caller.tenant);
      return order.id;
    });
    return this.findOrders.result(caller, id);
  }

  /**
   * Cancels an order, refunds it and returns it. An order that is already canceled is returned unchanged.
   * @throws OrderNotFound · OrderNotCancelable · IdempotencyKeyReused · IdempotencyInProgress
   */
  async cancel(
    caller: Caller,
    id: string,
    idempotent: IdempotentRequest | undefined,
    by?: Actor,
  ): Promise<OrderResult> {
    caller.orderId = id;
    await this.run(caller, idempotent, async (tx, at) => {
      const order = await this.orders.getForUpdate(tx, caller.tenant.id, id);
      caller.domain = order.domain;
      if (isCanceled(order)) return id;
      if (!isCancelable(order)) throw new OrderNotCancelable();
      await this.alterEvent(tx, caller, order);
      const decision = { outcome: 'failed', reason: CANCELED, at } as const;
      await this.apply(tx, caller, order, decision, by && { by, action: 'order.cancel' });
      return id;
    });
    return this.findOrders.result(caller, id);
  }

  /** Runs a change at the present time, and returns the ID of its order. */
  private run(
    { tenant }: Caller,
    idempotent: IdempotentRequest | undefined,
    change: (tx: EntityManager, at: BusinessTime) => Promise<string>,
  ): Promise<string> {
    return this.afterDueEvents.run(tenant, idempotent, tx => this.clocks.lockAndRead(tx, tenant.id), change);
  }

  /** Chooses the webhook fault of the cancellation event: from the request header, else from the checkout, else from a rule. */
  private async alterEvent(
    tx: EntityManager,
    caller: Caller,
    { id, tenantId, domain, kind, delivery }: Order,
  ): Promise<void> {
    if (delivery && !caller.delivery) return;
    const { type } = kind === 'transfer' ? DomainTransferFailed : DomainRegistrationFailed;
    const altered = await this.alterations.deliveryOf(tx, caller, { types: [type], domain, operation: 'cancel' });
    if (altered) await tx.update(Order, { id, tenantId }, { delivery: altered });
  }

  private async apply(
    tx: EntityManager,
    caller: Caller,
    order: Order,
    decision: Decision,
    audited: { by: Actor; action: string } | undefined,
  ): Promise<void> {
    await this.decisions.decide(tx, caller, order, decision);
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
