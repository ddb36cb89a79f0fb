import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller, PathTenant } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Metrics } from '#platform/http';
import { Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import { type Decision, DomainTaken, quote } from '#domains';
import { TenantClocks } from '#tenancy';
import { type OrderRequest, orderView, type OrderView } from './contract.js';
import { type NewOrder, Order } from './model/order.js';
import { OrderRepository } from './storage/order.repository.js';

/** Counter of placed orders. Repeated requests of an idempotency key are not counted. */
export const countOrders = (metrics: Metrics) =>
  metrics.counter('nameyard_orders_total', 'Placed orders, by kind (registration, renewal).', ['kind']);

/**
 * Places an order for a domain at its current price. Nothing is reserved: several orders for a domain can be open, and
 * the first one that is paid registers it.
 * @throws InvalidDomain · UnsupportedTld · DomainTaken · IdempotencyKeyReused · IdempotencyInProgress
 */
@Injectable()
export class PlaceOrder {
  private readonly placed;

  constructor(
    private readonly orders: OrderRepository,
    private readonly idempotency: Idempotency,
    private readonly clocks: TenantClocks,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.placed = countOrders(metrics);
  }

  async execute(caller: Caller, request: OrderRequest, idempotent: IdempotentRequest | undefined): Promise<OrderView> {
    const { tenant, channel = 'api' } = caller;
    const { decision, ...quoted } = quote(request.domain, request.years, tenant.currency);
    caller.domain = quoted.domain;
    const facts: NewOrder = { ...request, ...quoted, tenantId: tenant.id, channel, renews: null };
    const order = decision.availability === 'taken' ? undefined : await this.tryPlace(tenant, facts, idempotent);
    if (order) this.placed.inc({ kind: 'registration' });
    const placed = order ?? (await this.resolve(facts, decision, idempotent));
    caller.orderId = placed.id;
    return orderView(placed, this.settings.source);
  }

  /** Takes the ID and the time of the order while the clock cannot change, so that later IDs have no earlier times. */
  private tryPlace(
    tenant: PathTenant,
    facts: NewOrder,
    idempotent: IdempotentRequest | undefined,
  ): Promise<Order | undefined> {
    return this.idempotency.translateLockTimeout(idempotent, () =>
      this.clocks.withPresentTime(tenant, async (at, tx) => {
        const order = Order.place({ ...facts, at });
        return (await this.orders.place(order, idempotent, tx)) ? order : undefined;
      }),
    );
  }

  /** Finds out why the order was not placed, or returns the order of its idempotency key. */
  private async resolve(
    facts: NewOrder,
    decision: Decision,
    idempotent: IdempotentRequest | undefined,
  ): Promise<Order> {
    const { tenantId, domain } = facts;
    const hold = (tx: EntityManager) => this.clocks.lockAndRead(tx, tenantId);
    let isNew = false;
    const place = async (tx: EntityManager) => {
      if (decision.availability === 'taken') throw new DomainTaken(domain, decision.rule);
      const order = Order.place({ ...facts, at: await hold(tx) });
      if (!(await this.orders.place(order, undefined, tx))) throw new DomainTaken(domain, 'registered');
      isNew = true;
      return { subject: order.id };
    };
    const { subject } = await this.idempotency.runOnce(idempotent, place, hold);
    if (isNew) this.placed.inc({ kind: 'registration' });
    return this.orders.get(tenantId, subject);
  }
}
