import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { ClockChanges } from '../storage/clock-changes.js';
import { ClockControl } from './clock-control.js';

const INTERVAL_MS = 5_000;

/** A process that works on a change makes at least one step in this time. */
const ABANDONED_AFTER_MS = 10_000;

/** Completes clock changes whose process has ended, so that no clock stays halfway. */
@Injectable()
export class ContinueChanges {
  private readonly job: BackgroundJob;

  constructor(
    private readonly changes: ClockChanges,
    private readonly clockControl: ClockControl,
    private readonly clock: Clock,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add('continuing clock changes', INTERVAL_MS, () => this.execute());
  }

  private async execute(): Promise<void> {
    const before = new Date(this.clock.millis() - ABANDONED_AFTER_MS);
    const isStopping = () => !this.job.running;
    let failure: Error | undefined;
    for (const { id, tenantId, slug, currency } of await this.changes.listAbandoned(before))
      // A change that fails does not delay the other changes.
      await this.clockControl
        .finish({ id: tenantId, slug, currency }, id, isStopping)
        .catch((error: Error) => (failure ??= error));
    if (failure) throw failure;
  }
}
