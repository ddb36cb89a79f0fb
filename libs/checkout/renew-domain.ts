import { Injectable } from '@nestjs/common';
import { type Caller } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import type { IdempotentRequest } from '#platform/http/idempotency';
import { OrderRenewal } from '#orders';
import type { RenewalRequest } from '#orders/contract';
import { CheckOut } from './check-out.js';
import type { CheckoutResult } from './contract.js';

/**
 * Orders the renewal of a domain and takes its simulated payment. If the payment is refused, the order stays open.
 * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound · RegistrationReleased · TermTooLong ·
 * IdempotencyKeyReused · IdempotencyInProgress
 */
@Injectable()
export class RenewDomain {
  constructor(
    private readonly orderRenewal: OrderRenewal,
    private readonly checkOut: CheckOut,
    private readonly clock: Clock,
  ) {}

  /** A repeated idempotency key reuses the first order, and pays it only if it is not paid yet. */
  async execute(
    caller: Caller,
    request: RenewalRequest,
    actor: Actor,
    idempotent: IdempotentRequest | undefined,
  ): Promise<CheckoutResult> {
    const order = await this.orderRenewal.execute(caller, request, idempotent);
    const payment = { method: 'test', reference: `portal-${order.order_id}` } as const;
    const paymentKey = idempotent && { ...idempotent, endpoint: `${idempotent.endpoint}/payment`, replayed: false };
    const { domain, years, order_id } = order;
    return this.checkOut.execute(caller, { order_id, payment }, paymentKey, (tx, { expires_at }) => {
      const after = { domain, years, order_id, expires_at };
      const change = { tenantId: caller.tenant.id, action: 'domain.renew', subject: domain, after };
      return audit(tx, actor, change, this.clock.now());
    });
  }
}
