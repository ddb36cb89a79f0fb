import { Injectable } from '@nestjs/common';
import { Clock, Database, type Executor, newId, type OnceRequest, Statement } from '#platform';
import type { Payment } from '../model/payment.js';
import { settle, type SettledRow, settleOnce } from './settle.sql.js';

export interface Settling {
  tenantId: string;
  /** For the announcement: receivers know the tenant by it. */
  tenantSlug: string;
  orderId: string;
  method: string;
  reference: string;
}

const byReference = new Statement<Pick<Payment, 'orderId'>, { tenant: string; reference: string }>(
  'payments.by-reference',
  'SELECT order_id AS "orderId" FROM checkout.payments WHERE tenant_id = :tenant AND reference = :reference',
);

@Injectable()
export class Payments {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async find(executor: Executor, tenantId: string, reference: string): Promise<Pick<Payment, 'orderId'> | null> {
    const [row] = await byReference.run(executor, { tenant: tenantId, reference });
    return row ?? null;
  }

  /** Takes the payment and registers the name, or gives null when the order is not open. */
  async settle(
    { tenantId, tenantSlug, orderId, method, reference }: Settling,
    once?: OnceRequest,
    executor: Executor = this.database,
  ): Promise<SettledRow | null> {
    const event = newId('evt');
    const values = {
      tenant: tenantId,
      slug: tenantSlug,
      order: orderId,
      method,
      reference,
      event,
      now: this.clock.now(),
    };
    const [row] = once
      ? await settleOnce.run(executor, {
          ...values,
          endpoint: once.endpoint,
          key: once.key,
          fingerprint: once.fingerprint,
        })
      : await settle.run(executor, values);
    return row ?? null;
  }
}
