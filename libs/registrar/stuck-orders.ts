import { Injectable } from '@nestjs/common';
import { businessTime, Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { newId } from '#platform/security/ids';
import { type Actor, audit } from '#platform/security/audit';
import { addYears } from '#domains';
import { OrderNotFound } from '#orders/model';
import type { LiveState, OutcomeRequest, OutcomeView } from './contract.js';
import { checkReason } from './model/kill-switch.js';
import { type LiveOrderSummary, liveOrderSummary } from './live-order-summaries.js';
import { Outcomes } from './outcomes.js';
import { claimStuck, listInStates, type LiveOrder } from './storage/orders.js';

/** Lists live orders for operators, and ends stuck orders. */
@Injectable()
export class StuckOrders {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly outcomes: Outcomes,
  ) {}

  /** Orders in some states, of one tenant or all, oldest first. */
  async list(states: readonly LiveState[], tenantId: string | null = null): Promise<LiveOrderSummary[]> {
    const orders = await listInStates.run(this.database, { states, tenant: tenantId });
    return orders.map(liveOrderSummary);
  }

  /** @throws OrderNotFound when no stuck order has this ID · InvalidReason */
  async end(id: string, { outcome, ...request }: OutcomeRequest, by: Actor): Promise<OutcomeView> {
    const reason = checkReason(request.reason);
    await this.database.transaction(async tx => {
      const order = await claimStuck.first(tx, { id, lease: newId('lse') });
      if (!order) throw new OrderNotFound('No stuck order has this ID.');
      if (outcome === 'registered') await this.outcomes.register(tx, order, expectedExpiry(order));
      else await this.outcomes.fail(tx, order, { code: 'RECONCILED', message: reason });
      const change = { tenantId: order.tenantId, action: 'registrar.reconcile', subject: id };
      await audit(tx, by, { ...change, before: { stuck: order.stuck }, after: { outcome, reason } }, this.clock.now());
    });
    return { order_id: id, outcome };
  }
}

/** The end of the ordered term. */
function expectedExpiry({ kind, years, expiresBefore, submittedAt }: LiveOrder): Date {
  const start = businessTime(kind === 'renewal' ? expiresBefore! : submittedAt!);
  return new Date(addYears(start, years).getTime());
}
