import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '#platform/clock';
import { Database, type Executor, type Batcher, Statement } from '#platform/database';
import { type IdempotentRequest } from '#platform/idempotency';
import { type KEY_COLUMNS, keyValues } from '#platform/idempotency/sql';
import { newId } from '#platform/ids';
import type { Method, Payment } from '../model/payment.js';
import { settle, type SettledRow, type SettleValues } from './settle.js';

export type NewPayment = Omit<SettleValues, 'event' | 'now' | keyof typeof KEY_COLUMNS> & { method: Method };

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

  /** Takes the payment and registers the domain; returns undefined if the order is not open. */
  async settle(payment: NewPayment, idempotent?: IdempotentRequest, tx?: PoolClient): Promise<SettledRow | undefined> {
    const values = { ...payment, event: newId('evt'), now: this.clock.now(), ...keyValues(idempotent) };
    return tx ? settle.run(tx, values) : this.settlements.add(values);
  }
}
