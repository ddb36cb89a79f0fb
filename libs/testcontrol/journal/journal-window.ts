import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { ClockRepository } from '#tenancy';

const DAY_MS = 86_400_000;

/** The time from which the journal of a tenant has entries. */
@Injectable()
export class JournalWindow {
  constructor(
    private readonly clocks: ClockRepository,
    private readonly clock: Clock,
  ) {}

  /** The last reset of the tenant, at most 24 hours ago. */
  async start(tenantId: string): Promise<Date> {
    const { resetAt } = await this.clocks.get(tenantId);
    return new Date(Math.max(this.clock.millis() - DAY_MS, resetAt?.getTime() ?? 0));
  }
}
