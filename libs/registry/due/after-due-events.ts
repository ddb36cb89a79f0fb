import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PathTenant } from '#identity/access';
import { type Blocked, Idempotency, type IdempotentRequest, type Result } from '#platform/http/idempotency';
import { DueEvents, TenantClocks } from '#tenancy';

/** Runs changes after all due events of the tenant are recorded. */
@Injectable()
export class AfterDueEvents {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly clocks: TenantClocks,
    private readonly dueEvents: DueEvents,
  ) {}

  /**
   * Runs a change in a transaction, and returns its result. A known idempotency key returns the first result.
   * @param lock locks the clock, and what the change needs; also called before the idempotency key is claimed
   * @throws IdempotencyKeyReused · IdempotencyInProgress, or the refusals of `change`
   */
  async run<Locked>(
    tenant: PathTenant,
    idempotent: IdempotentRequest | undefined,
    lock: (tx: EntityManager) => Promise<Locked>,
    change: (tx: EntityManager, locked: Locked) => Promise<string>,
  ): Promise<string> {
    const work = async (tx: EntityManager): Promise<Result | Blocked<'due events'>> => {
      const locked = await lock(tx);
      if (await this.clocks.mayHaveDueEvents(tx, tenant.id)) return { blockedBy: 'due events' };
      return { subject: await change(tx, locked) };
    };
    for (;;) {
      const outcome = await this.idempotency.runOnce(idempotent, work, lock);
      if ('subject' in outcome) return outcome.subject;
      while (!(await this.dueEvents.catchUp(tenant)));
    }
  }
}
