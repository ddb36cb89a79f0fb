import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseUnavailable, Notifications } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { EVENTS } from '../storage/events.js';
import { claimDue, markReady, type ReceiverLimits, releaseClaims } from '../storage/due.js';
import { type DeliveryJob, DeliveryQueue, QUEUES, QueueUnavailable } from './delivery-queue.js';

const INTERVAL_MS = 250;

/** A delivery whose job was lost is enqueued again after this time. */
const CLAIM_MS = 25_000;

const LIMITS: ReceiverLimits = { healthy: 50, untried: 10, failing: 4 };

const BATCH_SIZE = 1_000;

/**
 * Creates jobs for due deliveries: first attempts, retries and lost jobs alike. While the queue is not available,
 * deliveries are delayed, but not lost.
 */
@Injectable()
export class EnqueueDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Repeating(INTERVAL_MS, () => this.execute());
  private readonly queues: { queue: DeliveryQueue; isFailing: boolean }[];
  private isUnavailable = false;

  constructor(
    @InjectQueue(QUEUES.healthy) healthy: Queue<DeliveryJob>,
    @InjectQueue(QUEUES.failing) failing: Queue<DeliveryJob>,
    private readonly database: Database,
    private readonly clock: Clock,
    notifications: Notifications,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queues = [
      { queue: new DeliveryQueue(healthy), isFailing: false },
      { queue: new DeliveryQueue(failing), isFailing: true },
    ];
    notifications.on(EVENTS, { changed: () => this.wake(), lost: () => {} });
  }

  onApplicationBootstrap() {
    this.loop.start();
  }

  async onModuleDestroy() {
    await this.loop.stop();
  }

  async isQueueUnavailable(): Promise<boolean> {
    const results = await Promise.all(this.queues.map(({ queue }) => queue.isUnavailable()));
    return results.includes(true);
  }

  /** Looks for due deliveries now instead of after the interval. */
  wake(): void {
    this.loop.wake();
  }

  async execute(): Promise<void> {
    try {
      await markReady(this.database, BATCH_SIZE, this.clock.now());
      for (const { queue, isFailing } of this.queues) await this.fill(queue, isFailing);
      if (this.isUnavailable) this.logger.info('the queue is available again');
      this.isUnavailable = false;
    } catch (error) {
      this.report(error);
    }
  }

  private async fill(queue: DeliveryQueue, isFailing: boolean): Promise<void> {
    if (await queue.isFull()) return;
    const now = this.clock.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    const due = await claimDue(this.database, { ...LIMITS, isFailing, now, until, limit: BATCH_SIZE });
    if (due.length === 0) return;
    try {
      await queue.add(due);
    } catch (error) {
      const ids = due.map(({ id }) => id);
      await releaseClaims(this.database, ids);
      throw error;
    }
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
