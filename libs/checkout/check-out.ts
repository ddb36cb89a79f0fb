import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { type Caller } from '#access';
import { type Settings, SETTINGS } from '#platform/config';
import { isUniqueViolation } from '#platform/database';
import { Idempotency, type OnceRequest } from '#platform/idempotency';
import { Registrations } from '#domains';
import { OrderRepository } from '#orders';
import type { CheckoutRequest, CheckoutResult } from './contract.js';
import { isRepeated, refusalOf, type Situation } from './settlement.js';
import { Payments, type Settling } from './storage/payments.js';
import type { SettledRow } from './storage/settle.sql.js';

/** Each race that is lost shows the next look what won it, so that a second look settles nearly all of them. */
const MOST_LOOKS = 4;

/**
 * Takes the simulated payment of an order and registers its name.
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

  async execute(caller: Caller, request: CheckoutRequest, once: OnceRequest | undefined): Promise<CheckoutResult> {
    const { tenant } = caller;
    const { method, reference } = request.payment;
    const settling = { tenantId: tenant.id, tenantSlug: tenant.slug, orderId: request.order_id, method, reference };
    const settled = method === 'test' ? await this.attempt(settling, once) : undefined;
    const result = settled ? this.view(settled) : await this.explain(caller, settling, once);
    note(caller, result.order_id, result.domain);
    return result;
  }

  private async attempt(settling: Settling, once: OnceRequest | undefined): Promise<SettledRow | undefined> {
    try {
      return await this.idempotency.translateLockTimeout(once, () => this.payments.settle(settling, once));
    } catch (error) {
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
  }

  /** It did not happen at the first try: load everything and let the model say why, or find what happened before. */
  private async explain(caller: Caller, settling: Settling, once: OnceRequest | undefined): Promise<CheckoutResult> {
    for (let look = 1; ; look++) {
      try {
        const { subject } = await this.idempotency.runOnce(once, tx => this.decide(tx, caller, settling));
        return await this.recall(settling.tenantId, subject);
      } catch (error) {
        if (!isUniqueViolation(error) || look === MOST_LOOKS) throw error;
      }
    }
  }

  private async decide(tx: PoolClient, caller: Caller, settling: Settling): Promise<{ subject: string }> {
    const situation = await this.situationOf(tx, settling);
    note(caller, situation.order.id, situation.order.domain);
    if (!isRepeated(situation)) {
      const refusal = refusalOf(situation);
      if (refusal) throw refusal;
      await this.payments.settle(settling, undefined, tx);
    }
    return { subject: settling.orderId };
  }

  private async situationOf(tx: PoolClient, { tenantId, orderId, method, reference }: Settling): Promise<Situation> {
    const order = await this.orders.getForUpdate(tx, tenantId, orderId);
    const earlier = await this.payments.find(tx, tenantId, reference);
    const registered = await this.registrations.find(tenantId, order.domain, tx);
    return { order, earlier, registered: registered !== null, method: method as Situation['method'], reference };
  }

  /** What was answered when the order was paid, from what has not changed since. */
  private async recall(tenantId: string, orderId: string): Promise<CheckoutResult> {
    const { domain } = await this.orders.get(tenantId, orderId);
    const registration = await this.registrations.find(tenantId, domain);
    if (!registration) throw new Error(`Order ${orderId} is paid and ${domain} is not registered`);
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

/** For the log: a payment that is refused is found by its name too. */
function note(caller: Caller, orderId: string, domain: string): void {
  Object.assign(caller, { orderId, domain });
}
