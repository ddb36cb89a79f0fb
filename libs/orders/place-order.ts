import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller, PathTenant } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Metrics } from '#platform/http';
import { Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import type { Refusal } from '#platform/http/errors';
import { decidedByWord, DomainTaken, isUnverified, ownerFor, quote, type Quote, Registrations } from '#domains';
import { TenantClocks } from '#tenancy';
import { type OrderRequest, type Owner, orderView, type OrderView } from './contract.js';
import { type NewOrder, Order } from './model/order.js';
import { findOrderError, strictnessOf } from './order-terms.js';
import { ordersCounter } from './order-transaction.js';
import { OrderRepository } from './storage/order.repository.js';

const findCatalogueError = ({ domain, catalogueDecision: { availability, rule } }: Quote): DomainTaken | undefined =>
  availability === 'taken' ? new DomainTaken(domain, rule) : undefined;

/**
 * Places an order for a domain at its current price. Nothing is reserved: several orders for a domain can be open, and the
 * first one that is paid registers it.
 * @throws InvalidDomain · UnsupportedTld · ValidationFailed · PriceNotAccepted · DomainTaken · IdempotencyKeyReused ·
 * IdempotencyInProgress
 */
@Injectable()
export class PlaceOrder {
  private readonly ordersTotal;

  constructor(
    private readonly orders: OrderRepository,
    private readonly registrations: Registrations,
    private readonly idempotency: Idempotency,
    private readonly clocks: TenantClocks,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.ordersTotal = ordersCounter(metrics);
  }

  async execute(caller: Caller, request: OrderRequest, idempotent: IdempotentRequest | undefined): Promise<OrderView> {
    const { tenant, channel = 'api' } = caller;
    const quoted = quote(request.domain, request.years, tenant.currency, tenant.registry.price_percent);
    const { domain, tld, currency, total } = quoted;
    caller.domain = domain;
    const refusal = findOrderError(request, quoted, strictnessOf(caller)) ?? findCatalogueError(quoted);
    const { years, settings = null } = request;
    const owner = ownerFor(tld, request.owner);
    const hasSimpleCheckout = settings === null && isRegisteredAtOnce(quoted, owner);
    const terms = { domain, tld, years, currency, total, owner, settings, hasSimpleCheckout };
    const newOrder: NewOrder = { ...terms, tenantId: tenant.id, channel, renews: null };
    const placed = hasSimpleCheckout && !refusal ? await this.placeFast(tenant, newOrder, idempotent) : undefined;
    if (placed) this.ordersTotal.inc({ kind: 'registration' });
    const order = placed ?? (await this.placeOrExplain(newOrder, refusal, idempotent));
    caller.orderId = order.id;
    return orderView(order, this.settings.source);
  }

  /**
   * Creates the ID and timestamp while the clock cannot change, so orders sort by ID and time alike. Returns undefined if
   * the domain is held or the key was used.
   */
  private placeFast(
    tenant: PathTenant,
    newOrder: NewOrder,
    idempotent: IdempotentRequest | undefined,
  ): Promise<Order | undefined> {
    return this.idempotency.translateLockTimeout(idempotent, () =>
      this.clocks.withPresentTime(tenant, async (at, tx) => {
        const order = Order.place(newOrder, at);
        return (await this.orders.placeSimple(order, idempotent, tx)) ? order : undefined;
      }),
    );
  }

  /** Places the order, returns the order of its idempotency key, or throws the reason why it cannot be placed. */
  private async placeOrExplain(
    newOrder: NewOrder,
    refusal: Refusal | undefined,
    idempotent: IdempotentRequest | undefined,
  ): Promise<Order> {
    const { tenantId, domain } = newOrder;
    // `runOnce` calls `lockClock` only with a key, so `placeInTransaction` calls it, too.
    const lockClock = (tx: EntityManager) => this.clocks.lockAndRead(tx, tenantId);
    let isNew = false;
    const placeInTransaction = async (tx: EntityManager) => {
      if (refusal) throw await this.explain(refusal, newOrder, tx);
      const order = Order.place(newOrder, await lockClock(tx));
      if (!(await this.orders.place(tx, order)))
        throw new DomainTaken(domain, (await this.registrations.holdingOf(tx, tenantId, domain)) ?? 'registered');
      isNew = true;
      return { subject: order.id };
    };
    const { subject } = await this.idempotency.runOnce(idempotent, placeInTransaction, lockClock);
    if (isNew) this.ordersTotal.inc({ kind: 'registration' });
    return this.orders.get(tenantId, subject);
  }

  /** A domain that the catalogue marks as taken is reported as `pending` while this tenant transfers it. */
  private async explain(refusal: Refusal, { tenantId, domain }: NewOrder, tx: EntityManager): Promise<Refusal> {
    if (!(refusal instanceof DomainTaken)) return refusal;
    const holding = await this.registrations.holdingOf(tx, tenantId, domain);
    return holding === 'pending' ? new DomainTaken(domain, holding) : refusal;
  }
}

/** Whether the checkout only has to register the domain: the registry neither decides later nor asks for a verification. */
export const isRegisteredAtOnce = (
  { unicodeLabel, tld }: Pick<Quote, 'unicodeLabel' | 'tld'>,
  owner: Owner | null,
): boolean => decidedByWord(unicodeLabel) === undefined && !(owner && isUnverified(owner.email, tld));
