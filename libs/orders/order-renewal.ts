import { Injectable } from '@nestjs/common';
import type { Caller } from '#identity/access';
import type { IdempotentRequest } from '#platform/http/idempotency';
import {
  isReleased,
  quoteRenewal,
  findTermError,
  RegistrationNotFound,
  Registrations,
  renewalReference,
} from '#domains';
import type { OrderView, RenewalRequest } from './contract.js';
import { findOrderError, strictnessOf } from './order-terms.js';
import { OrderTransaction } from './order-transaction.js';
import { OrderRepository } from './storage/order.repository.js';

/**
 * Places an order that renews a registration at the current renewal price.
 * @throws InvalidDomain · UnsupportedTld · ValidationFailed · PriceNotAccepted · RegistrationNotFound · TermTooLong ·
 * IdempotencyKeyReused · IdempotencyInProgress
 */
@Injectable()
export class OrderRenewal {
  constructor(
    private readonly orders: OrderRepository,
    private readonly registrations: Registrations,
    private readonly transaction: OrderTransaction,
  ) {}

  async execute(
    caller: Caller,
    request: RenewalRequest,
    idempotent: IdempotentRequest | undefined,
  ): Promise<OrderView> {
    const { tenant } = caller;
    const { years } = request;
    const price = quoteRenewal(request.domain, years, tenant.currency, tenant.registry.price_percent);
    const { catalogueDecision: _decision, unicodeLabel: _label, ...quoted } = price;
    caller.domain = quoted.domain;
    return this.transaction.place(caller, idempotent, async (tx, at) => {
      const orderError = findOrderError(request, price, strictnessOf(caller));
      if (orderError) throw orderError;
      const registration = await this.registrations.find(tenant.id, quoted.domain, tx);
      if (!registration || isReleased(registration, at)) throw new RegistrationNotFound();
      const termError = findTermError(registration.expiresAt, years, at);
      if (termError) throw termError;
      const renews = renewalReference(registration);
      const owner = (await this.orders.find(tenant.id, renews, tx))?.owner ?? null;
      return { ...quoted, years, owner, kind: 'renewal', renews };
    });
  }
}
