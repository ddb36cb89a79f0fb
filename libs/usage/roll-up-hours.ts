import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { rollUpOne } from './storage/hours.js';

const INTERVAL_MS = 30_000;

/** Age of an hour's start at its roll-up: an hour, and two minutes in which the last requests are written. */
const ENDED_MS = 62 * 60_000;

/** Adds up the minutes of completed hours, one hour of one tenant per transaction. Several workers can run it. */
@Injectable()
export class RollUpHours {
  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add('usage roll-up', INTERVAL_MS, () => this.execute());
  }

  async execute(): Promise<void> {
    const ended = new Date(this.clock.millis() - ENDED_MS);
    while (this.job.running && (await this.database.transaction(tx => rollUpOne(tx, ended))));
  }
}
