import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { type Caller } from '#access';
import { type Settings, SETTINGS } from '#platform/config';
import { isUniqueViolation } from '#platform/database';
import { Idempotency, type IdempotentRequest } from '#platform/idempotency';
import { Registrations } from '#domains';
import { OrderRepository } from '#orders';
import type { CheckoutRequest, CheckoutResult } from './contract.js';
import { isRepeated, type PaymentState, refusalOf } from './settlement.js';
import { type NewPayment, Payments } from './storage/payments.js';
import type { SettledRow } from './storage/settle.js';

/** After a lost race, the next try sees the row that won, so that two tries are nearly always enough. */
const MAX_TRIES = 4;

/**
 * Takes the simulated payment of an order and registers its domain.
 * @throws OrderNotFound · PaymentReferenceUsed · OrderAlreadyPaid · DomainTaken · PaymentDeclined ·
 * IdempotencyKeyReused · IdempotencyInProgress
 */
@Injectable()
export class CheckOut {
  constructor(
    private readonly orders: OrderRepository,
    private readonly registrations: Registrations,
    private readonly payments: Payments,
    private readonly idempotency: Idempotency,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(
    caller: Caller,
    request: CheckoutRequest,
    idempotent: IdempotentRequest | undefined,
  ): Promise<CheckoutResult> {
    const { tenant, requestId } = caller;
    const payment = {
      tenant_id: tenant.id,
      slug: tenant.slug,
      request_id: requestId,
      order_id: request.order_id,
      method: request.payment.method,
      reference: request.payment.reference,
    };
    const settled = payment.method === 'test' ? await this.trySettle(payment, idempotent) : undefined;
    const result = settled ? this.view(settled) : await this.resolve(caller, payment, idempotent);
    setLogContext(caller, result.order_id, result.domain);
    return result;
  }

  private async trySettle(
    payment: NewPayment,
    idempotent: IdempotentRequest | undefined,
  ): Promise<SettledRow | undefined> {
    try {
      return await this.idempotency.translateLockTimeout(idempotent, () => this.payments.settle(payment, idempotent));
    } catch (error) {
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
  }

  /** Finds out why the payment was not taken, or returns the first result of a repeated payment. */
  private async resolve(
    caller: Caller,
    payment: NewPayment,
    idempotent: IdempotentRequest | undefined,
  ): Promise<CheckoutResult> {
    for (let tries = 1; ; tries++) {
      try {
        const { subject } = await this.idempotency.runOnce(idempotent, tx => this.decide(tx, caller, payment));
        return await this.resultOf(payment.tenant_id, subject);
      } catch (error) {
        if (!isUniqueViolation(error) || tries === MAX_TRIES) throw error;
      }
    }
  }

  private async decide(tx: PoolClient, caller: Caller, payment: NewPayment): Promise<{ subject: string }> {
    const state = await this.loadState(tx, payment);
    setLogContext(caller, state.order.id, state.order.domain);
    if (!isRepeated(state)) {
      const refusal = refusalOf(state);
      if (refusal) throw refusal;
      await this.payments.settle(payment, undefined, tx);
    }
    return { subject: payment.order_id };
  }

  private async loadState(tx: PoolClient, payment: NewPayment): Promise<PaymentState> {
    const { tenant_id: tenantId, order_id: orderId, method, reference } = payment;
    const order = await this.orders.getForUpdate(tx, tenantId, orderId);
    const earlier = await this.payments.find(tx, tenantId, reference);
    const registration = await this.registrations.find(tenantId, order.domain, tx);
    return { order, earlier, isRegistered: registration !== null, method, reference };
  }

  /** The result of a paid order, from data that never changes. */
  private async resultOf(tenantId: string, orderId: string): Promise<CheckoutResult> {
    const { domain } = await this.orders.get(tenantId, orderId);
    const registration = await this.registrations.find(tenantId, domain);
    if (!registration) throw new Error(`Order ${orderId} is paid, but ${domain} is not registered`);
    const { registeredAt, expiresAt } = registration;
    return this.view({ order_id: orderId, domain, registered_at: registeredAt, expires_at: expiresAt });
  }

  private view({ order_id, domain, registered_at, expires_at }: SettledRow): CheckoutResult {
    return {
      order_id,
      domain,
      status: 'paid',
      domain_status: 'registered',
      registered_at: registered_at.toISOString(),
      expires_at: expires_at.toISOString(),
      meta: { source: this.settings.source },
    };
  }
}

/** Adds the order and its domain to the request log, also for refused payments. */
function setLogContext(caller: Caller, orderId: string, domain: string): void {
  Object.assign(caller, { orderId, domain });
}
