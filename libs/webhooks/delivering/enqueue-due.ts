import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseUnavailable, Notifications } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { markReceiversDue, takeDueReceivers } from '../storage/cursors.js';
import { DUE, NEWS } from '../topics.js';
import { DeliveryQueue, QUEUES, QueueUnavailable, type ReceiverJob } from './delivery-queue.js';

const INTERVAL_MS = 250;

/** A receiver whose job was lost is enqueued again after this time. */
const JOB_TIMEOUT_MS = 5_000;

const BATCH_SIZE = 500;

/**
 * Creates a job for each receiver that is due, because of new events or of retries. While the queue is not available,
 * deliveries are delayed, but not lost.
 */
@Injectable()
export class EnqueueDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Repeating(INTERVAL_MS, () => this.execute());
  private readonly healthy: DeliveryQueue;
  private readonly failing: DeliveryQueue;
  private isUnavailable = false;

  constructor(
    @InjectQueue(QUEUES.healthy) healthy: Queue<ReceiverJob>,
    @InjectQueue(QUEUES.failing) failing: Queue<ReceiverJob>,
    private readonly database: Database,
    private readonly clock: Clock,
    notifications: Notifications,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.healthy = new DeliveryQueue(healthy);
    this.failing = new DeliveryQueue(failing);
    for (const topic of [NEWS, DUE]) notifications.on(topic, { changed: () => this.wake(), lost: () => {} });
  }

  onApplicationBootstrap() {
    this.loop.start();
  }

  async onModuleDestroy() {
    await this.loop.stop();
  }

  /** Looks for due receivers now instead of after the interval. */
  wake(): void {
    this.loop.wake();
  }

  async isQueueUnavailable(): Promise<boolean> {
    return this.checkQueues().then(
      () => false,
      () => true,
    );
  }

  async execute(): Promise<void> {
    try {
      await this.checkQueues();
      while ((await this.enqueueBatch()) === BATCH_SIZE && this.loop.running);
      if (this.isUnavailable) this.logger.info('the queue is available again');
      this.isUnavailable = false;
    } catch (error) {
      this.report(error);
    }
  }

  private async checkQueues(): Promise<void> {
    await Promise.all([this.healthy.check(), this.failing.check()]);
  }

  private async enqueueBatch(): Promise<number> {
    const now = this.clock.now();
    const again = new Date(now.getTime() + JOB_TIMEOUT_MS);
    const due = await takeDueReceivers(this.database, { now, again, limit: BATCH_SIZE });
    try {
      await this.healthy.add(due.filter(({ isFailing }) => !isFailing));
      await this.failing.add(due.filter(({ isFailing }) => isFailing));
    } catch (error) {
      const ids = due.map(({ id }) => id);
      await markReceiversDue(this.database, ids, now);
      throw error;
    }
    return due.length;
  }

  private report(error: unknown): void {
    if (!(error instanceof QueueUnavailable)) {
      if (!isDatabaseUnavailable(error)) this.logger.error({ err: error }, 'enqueuing due deliveries failed');
      return;
    }
    if (!this.isUnavailable)
      this.logger.warn({ reason: error.message }, 'the queue is not available; deliveries wait in PostgreSQL');
    this.isUnavailable = true;
  }
}
