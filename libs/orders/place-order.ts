import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '#access';
import { type Settings, SETTINGS } from '#platform/config';
import { Idempotency, type IdempotentRequest } from '#platform/idempotency';
import { type Decision, DomainTaken, quote } from '#domains';
import { TenantClocks } from '#tenancy';
import { type OrderRequest, orderView, type OrderView } from './contract.js';
import { Order } from './model/order.js';
import { OrderRepository } from './storage/order.repository.js';

/**
 * Places an order for a domain at its current price. Nothing is reserved: several orders for a domain can be open, and
 * the first one that is paid registers it.
 * @throws InvalidDomain · UnsupportedTld · DomainTaken · IdempotencyKeyReused · IdempotencyInProgress
 */
@Injectable()
export class PlaceOrder {
  constructor(
    private readonly orders: OrderRepository,
    private readonly idempotency: Idempotency,
    private readonly clocks: TenantClocks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(caller: Caller, request: OrderRequest, idempotent: IdempotentRequest | undefined): Promise<OrderView> {
    const { tenant, channel = 'api' } = caller;
    const { decision, ...quoted } = quote(request.domain, request.years, tenant.currency);
    caller.domain = quoted.domain;
    const order = Order.place({
      ...request,
      ...quoted,
      tenantId: tenant.id,
      channel,
      renews: null,
      at: this.clocks.now(tenant),
    });
    const isPlaced =
      decision.availability !== 'taken' &&
      (await this.idempotency.translateLockTimeout(idempotent, () => this.orders.place(order, idempotent)));
    const placed = isPlaced ? order : await this.resolve(order, decision, idempotent);
    caller.orderId = placed.id;
    return orderView(placed, this.settings.source);
  }

  /** Finds out why the order was not placed, or returns the order of its idempotency key. */
  private async resolve(order: Order, decision: Decision, idempotent: IdempotentRequest | undefined): Promise<Order> {
    const { subject } = await this.idempotency.runOnce(idempotent, async tx => {
      if (decision.availability === 'taken') throw new DomainTaken(order.domain, decision.rule);
      if (!(await this.orders.place(order, undefined, tx))) throw new DomainTaken(order.domain, 'registered');
      return { subject: order.id };
    });
    return subject === order.id ? order : this.orders.get(order.tenantId, subject);
  }
}
