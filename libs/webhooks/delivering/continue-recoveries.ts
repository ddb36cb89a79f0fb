import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { BackgroundJobs } from '#platform/queue/jobs';
import { continueRecovery } from '../storage/recoveries.js';

const INTERVAL_MS = 500;

/** Deliveries per step, few enough to not delay other queries. */
const BATCH_SIZE = 200;

/** Makes the deliveries of running recoveries due, step by step. */
@Injectable()
export class ContinueRecoveries {
  constructor(database: Database, clock: Clock, jobs: BackgroundJobs) {
    const job = jobs.add('recovery of deliveries', INTERVAL_MS, async () => {
      while (job.running && (await continueRecovery.first(database, { limit: BATCH_SIZE, now: clock.now() })));
    });
  }
}
