import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BusinessTime, Clock } from '#platform/process/clock';
import { Database, type Executor, type Batcher, Statement } from '#platform/database';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { keyValues } from '#platform/http/idempotency/sql';
import { newId } from '#platform/security/ids';
import type { Method, Payment } from '../model/payment.js';
import { type PaymentValues, settle, type SettledRow, type SettleValues } from './settle.js';
import { type Plan, settleLater } from './settle-later.js';
import { settleRenewal } from './settle-renewal.js';

export type NewPayment = Omit<PaymentValues, 'event' | 'now' | 'recorded_at'> & { method: Method };

/** The registration before and after a renewal. */
export interface Renewal {
  registeredAt: BusinessTime;
  previousExpiry: BusinessTime;
  expiresAt: BusinessTime;
}

const byReference = new Statement<Pick<Payment, 'orderId'>, { tenant: string; reference: string }>(
  'payments.by-reference',
  'SELECT order_id AS "orderId" FROM checkout.payments WHERE tenant_id = :tenant AND reference = :reference',
);

@Injectable()
export class Payments {
  private readonly settlements: Batcher<SettleValues, SettledRow | undefined>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    this.settlements = settle.batched(database);
  }

  async find(executor: Executor, tenantId: string, reference: string): Promise<Pick<Payment, 'orderId'> | null> {
    return (await byReference.first(executor, { tenant: tenantId, reference })) ?? null;
  }

  /**
   * Takes the payment and registers the domain; returns undefined if the order is not open or its checkout is not simple.
   * With `tx`, the caller has locked the clock. Without `tx`, the result can also be undefined if the clock does not have
   * real time or the order is locked.
   */
  async settle(
    payment: NewPayment,
    now: BusinessTime,
    { idempotent, tx }: { idempotent?: IdempotentRequest; tx?: EntityManager },
  ): Promise<SettledRow | undefined> {
    const isLocked = tx !== undefined;
    const values = { ...payment, ...this.factsAt(now), ...keyValues(idempotent), is_clock_locked: isLocked };
    return tx ? settle.run(tx, values) : this.settlements.add(values);
  }

  /** Takes the payment and reserves the domain until the registry decides. */
  async settleLater(payment: NewPayment, now: BusinessTime, plan: Plan, tx: EntityManager): Promise<void> {
    await settleLater.run(tx, { ...payment, ...this.factsAt(now), ...plan });
  }

  /** Takes the payment and renews the registration, which the transaction has locked. */
  async settleRenewal(payment: NewPayment, now: BusinessTime, renewal: Renewal, tx: EntityManager): Promise<void> {
    await settleRenewal.run(tx, {
      ...payment,
      ...this.factsAt(now),
      registered_at: renewal.registeredAt,
      previous_expires_at: renewal.previousExpiry,
      expires_at: renewal.expiresAt,
    });
  }

  private factsAt(now: BusinessTime) {
    return { event: newId('evt'), now, recorded_at: this.clock.now() };
  }
}
