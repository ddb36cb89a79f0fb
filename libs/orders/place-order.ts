import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '#access';
import { Clock } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import { Idempotency, type OnceRequest } from '#platform/idempotency';
import { type Currency, DomainTaken, quote, toDecimal } from '#domains';
import type { OrderRequest, OrderView } from './contract.js';
import { Order } from './model/order.js';
import { OrderRepository } from './storage/order.repository.js';

/**
 * Places an order for a name. The price is quoted now and kept, whatever the catalogue says later; nothing is
 * reserved, so two orders for one name may stand side by side until one is paid.
 * @throws InvalidDomain · UnsupportedTld · DomainTaken · IdempotencyKeyReused · IdempotencyInProgress
 */
@Injectable()
export class PlaceOrder {
  constructor(
    private readonly orders: OrderRepository,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(caller: Caller, request: OrderRequest, once: OnceRequest | undefined): Promise<OrderView> {
    const { tenant } = caller;
    const { years, owner } = request;
    const offer = quote(request.domain, years, tenant.currency);
    caller.domain = offer.domain;
    const order = Order.place({ tenantId: tenant.id, offer, years, owner, at: this.clock.now() });
    const sellable = offer.standing !== 'taken';
    const isPlaced =
      sellable && (await this.idempotency.translateLockTimeout(once, () => this.orders.place(order, once)));
    const placed = isPlaced ? order : await this.explain(order, sellable, once);
    caller.orderId = placed.id;
    return this.view(placed);
  }

  /** It did not happen at the first try: find out why, or give the first answer again. */
  private async explain(order: Order, sellable: boolean, once: OnceRequest | undefined): Promise<Order> {
    const { subject } = await this.idempotency.runOnce(once, async tx => {
      if (!sellable || !(await this.orders.place(order, undefined, tx))) throw new DomainTaken(order.domain);
      return { subject: order.id };
    });
    return subject === order.id ? order : this.orders.get(order.tenantId, subject);
  }

  private view(order: Order): OrderView {
    return {
      order_id: order.id,
      domain: order.domain,
      status: 'created',
      years: order.years,
      amount: { currency: order.currency, total: toDecimal(order.total, order.currency as Currency) },
      created_at: order.createdAt.toISOString(),
      meta: { source: this.settings.source },
    };
  }
}
