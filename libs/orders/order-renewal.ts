import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Caller } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Metrics } from '#platform/http';
import { Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import {
  isReleased,
  quoteRenewal,
  findTermError,
  RegistrationNotFound,
  Registrations,
  renewalReference,
} from '#domains';
import { TenantClocks } from '#tenancy';
import { orderView, type OrderView, type RenewalRequest } from './contract.js';
import { Order } from './model/order.js';
import { findTermsError, strictnessOf } from './order-terms.js';
import { countOrders } from './place-order.js';
import { OrderRepository } from './storage/order.repository.js';

/**
 * Places an order that renews a registration at the current renewal price.
 * @throws InvalidDomain · UnsupportedTld · ValidationFailed · PriceNotAccepted · RegistrationNotFound · TermTooLong ·
 * IdempotencyKeyReused · IdempotencyInProgress
 */
@Injectable()
export class OrderRenewal {
  private readonly placed;

  constructor(
    private readonly orders: OrderRepository,
    private readonly registrations: Registrations,
    private readonly idempotency: Idempotency,
    private readonly clocks: TenantClocks,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.placed = countOrders(metrics);
  }

  async execute(
    caller: Caller,
    request: RenewalRequest,
    idempotent: IdempotentRequest | undefined,
  ): Promise<OrderView> {
    const { tenant } = caller;
    const price = quoteRenewal(request.domain, request.years, tenant.currency, tenant.registry.price_percent);
    const { decision: _decision, unicodeLabel: _label, ...quoted } = price;
    caller.domain = quoted.domain;
    const refusal = findTermsError(request, price, strictnessOf(caller));
    let isNew = false;
    const { subject } = await this.idempotency.runOnce(
      idempotent,
      async tx => {
        if (refusal) throw refusal;
        const order = await this.place(tx, caller, { ...quoted, years: request.years });
        isNew = true;
        return { subject: order.id };
      },
      tx => this.clocks.lockAndRead(tx, tenant.id),
    );
    if (isNew) this.placed.inc({ kind: 'renewal' });
    caller.orderId = subject;
    return orderView(await this.orders.get(tenant.id, subject), this.settings.source);
  }

  private async place(
    tx: EntityManager,
    { tenant, channel }: Caller,
    terms: Pick<Order, 'domain' | 'tld' | 'currency' | 'total' | 'years'>,
  ): Promise<Order> {
    const at = await this.clocks.lockAndRead(tx, tenant.id);
    const registration = await this.registrations.find(tenant.id, terms.domain, tx);
    if (!registration || isReleased(registration, at)) throw new RegistrationNotFound();
    const refusal = findTermError(registration.expiresAt, terms.years, at);
    if (refusal) throw refusal;
    const renews = renewalReference(registration);
    const owner = (await this.orders.find(tenant.id, renews, tx))?.owner ?? null;
    const order = Order.place({
      ...terms,
      tenantId: tenant.id,
      channel: channel ?? 'api',
      owner,
      kind: 'renewal',
      renews,
      at,
    });
    await this.orders.add(tx, order);
    return order;
  }
}
