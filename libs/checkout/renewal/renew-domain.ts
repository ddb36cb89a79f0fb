import { Injectable } from '@nestjs/common';
import { type Caller } from '#access';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { OrderRenewal } from '#orders';
import { CheckOut } from '../check-out.js';
import type { CheckoutResult } from '../contract.js';

/**
 * Orders the renewal of a domain and takes its simulated payment. If the payment is refused, the order stays open.
 * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound · RegistrationReleased · TermTooLong
 */
@Injectable()
export class RenewDomain {
  constructor(
    private readonly orderRenewal: OrderRenewal,
    private readonly checkOut: CheckOut,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(caller: Caller, domain: string, years: number, actor: Actor): Promise<CheckoutResult> {
    const order = await this.orderRenewal.execute(caller, { domain, years }, undefined);
    const payment = { method: 'test', reference: `portal-${order.order_id}` } as const;
    const result = await this.checkOut.execute(caller, { order_id: order.order_id, payment }, undefined);
    const { order_id, expires_at } = result;
    const after = { domain: order.domain, years, order_id, expires_at };
    const change = { tenantId: caller.tenant.id, action: 'domain.renew', subject: order.domain, after };
    await this.database.transaction(tx => audit(tx, actor, change, this.clock.now()));
    return result;
  }
}
