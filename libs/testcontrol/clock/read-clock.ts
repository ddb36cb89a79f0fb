import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { ClockRepository } from '#tenancy';
import type { ClockProgress } from '../contract.js';
import { ClockChanges } from '../storage/clock-changes.js';

/** Reads the clock of a tenant. */
@Injectable()
export class ReadClock {
  constructor(
    private readonly clocks: ClockRepository,
    private readonly changes: ClockChanges,
    private readonly clock: Clock,
  ) {}

  async execute(tenantId: string): Promise<ClockProgress> {
    const clock = await this.clocks.get(tenantId);
    const real = this.clock.now();
    const now = clock.now(real);
    const change = clock.changeId === null ? undefined : await this.changes.get(clock.changeId);
    return {
      mode: clock.mode,
      now: now.toISOString(),
      offset_seconds: clock.mode === 'real' ? 0 : (now.getTime() - real.getTime()) / 1_000,
      moving_to: change?.target.toISOString() ?? null,
    };
  }
}
