import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { LOGGER, type Logger } from '#platform/observability/log';
import { claimDueReceivers, markReceiversDue } from '../storage/due.js';
import { DUE, NEW_EVENTS } from '../topics.js';
import { QueueUnavailable, ReceiverQueues } from './receiver-queues.js';

/** Interval of checks for retries and lost jobs. New events wake the job earlier. */
const INTERVAL_MS = 200;

/** A receiver whose job was lost is enqueued again after this time. */
const JOB_TIMEOUT_MS = 5_000;

const BATCH_SIZE = 500;

/**
 * Creates a job for each receiver that is due, because of new events or of retries. While the queue is not available,
 * deliveries are delayed, but not lost.
 */
@Injectable()
export class EnqueueDue {
  private readonly job: BackgroundJob;
  private isUnavailable = false;

  constructor(
    private readonly queues: ReceiverQueues,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    notifications: Notifications,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add('enqueuing due deliveries', INTERVAL_MS, () => this.execute());
    for (const topic of [NEW_EVENTS, DUE]) notifications.on(topic, { changed: () => this.wake(), lost: () => {} });
  }

  /** Starts a check immediately. */
  wake(): void {
    this.job.wake();
  }

  private async execute(): Promise<void> {
    try {
      // The first outage is noticed by adding a job; checking before each round would cost a request to the queue.
      if (this.isUnavailable) await this.queues.check();
      while ((await this.enqueueBatch()) === BATCH_SIZE && this.job.running);
      if (this.isUnavailable) this.logger.info('the queue is available again');
      this.isUnavailable = false;
    } catch (error) {
      if (!(error instanceof QueueUnavailable)) throw error;
      if (!this.isUnavailable)
        this.logger.warn({ reason: error.message }, 'the queue is not available; deliveries wait in PostgreSQL');
      this.isUnavailable = true;
    }
  }

  private async enqueueBatch(): Promise<number> {
    const now = this.clock.now();
    const retryAt = new Date(now.getTime() + JOB_TIMEOUT_MS);
    const due = await claimDueReceivers.run(this.database, { now, again: retryAt, limit: BATCH_SIZE });
    try {
      await this.queues.add(due);
    } catch (error) {
      await markReceiversDue.run(this.database, { receivers: due.map(({ id }) => id), now });
      throw error;
    }
    return due.length;
  }
}
