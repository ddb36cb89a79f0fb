import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#identity/access';
import { type BusinessTime, Clock } from '#platform/process/clock';
import { newId } from '#platform/security/ids';
import type { Outcome } from '#domains/contract';
import { type Order } from '#orders';
import { decide } from './storage/decide.js';

/** Decision of the registry about an order. */
export interface Decision {
  outcome: Outcome;
  /** Default: `defaultReason` of orders. */
  reason?: string | undefined;
  at: BusinessTime;
}

/** Records a decision at once. `libs/registry` records planned decisions when they are due. */
@Injectable()
export class Decisions {
  constructor(private readonly clock: Clock) {}

  /** Decides an undecided order. The transaction must have locked the clock, and then the order. */
  async decide(
    tx: EntityManager,
    { tenant, requestId, traceparent }: Pick<Caller, 'tenant' | 'requestId' | 'traceparent'>,
    order: Pick<Order, 'id' | 'domainStatus'>,
    { outcome, reason, at }: Decision,
  ): Promise<void> {
    await decide.run(tx, {
      tenant: tenant.id,
      slug: tenant.slug,
      order: order.id,
      outcome,
      reason: reason ?? null,
      is_repeated: outcome === 'action_required' && order.domainStatus === outcome,
      at,
      event: newId('evt'),
      recorded_at: this.clock.now(),
      request_id: requestId,
      traceparent: traceparent ?? null,
    });
  }
}
