import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#identity/access';
import type { BusinessTime } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Metrics } from '#platform/http';
import { Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import { TenantClocks } from '#tenancy';
import { orderView, type OrderView } from './contract.js';
import { KINDS, type NewOrder, Order } from './model/order.js';
import { OrderRepository } from './storage/order.repository.js';

/** Counter of placed orders. Repeated requests of an idempotency key are not counted. */
export const ordersCounter = (metrics: Metrics) =>
  metrics.counter('nameyard_orders_total', 'Placed orders, by kind (registration, renewal, transfer).', {
    kind: KINDS,
  });

/** Places renewals and transfers, in a transaction that locks the clock of the tenant. */
@Injectable()
export class OrderTransaction {
  private readonly ordersTotal;

  constructor(
    private readonly orders: OrderRepository,
    private readonly idempotency: Idempotency,
    private readonly clocks: TenantClocks,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.ordersTotal = ordersCounter(metrics);
  }

  /**
   * Places the order that `prepare` returns, dated by the clock. A known idempotency key returns its order instead.
   * @throws IdempotencyKeyReused · IdempotencyInProgress, and the refusals of `prepare`
   */
  async place(
    caller: Caller,
    idempotent: IdempotentRequest | undefined,
    prepare: (tx: EntityManager, at: BusinessTime) => Promise<Omit<NewOrder, 'tenantId' | 'channel'>>,
  ): Promise<OrderView> {
    const { tenant, channel = 'api' } = caller;
    const lockClock = (tx: EntityManager) => this.clocks.lockAndRead(tx, tenant.id);
    let placed: Order | undefined;
    const placeInTransaction = async (tx: EntityManager) => {
      // `runOnce` locks the clock only for requests with an idempotency key.
      const at = await lockClock(tx);
      placed = Order.place({ ...(await prepare(tx, at)), tenantId: tenant.id, channel }, at);
      await this.orders.add(tx, placed);
      return { subject: placed.id };
    };
    const { subject } = await this.idempotency.runOnce(idempotent, placeInTransaction, lockClock);
    if (placed) this.ordersTotal.inc({ kind: placed.kind });
    caller.orderId = subject;
    return orderView(await this.orders.get(tenant.id, subject), this.settings.source);
  }
}
