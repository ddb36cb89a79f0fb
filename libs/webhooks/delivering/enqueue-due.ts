import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseAway, Notifications } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { EVENTS } from '../storage/events.js';
import { type Bounds, giveBackTaken, ripenDue, takeDue } from '../storage/due.js';
import { Lane, QueueAway } from './lane.js';
import { DELIVERIES, type DeliveryJob } from './queue.js';

const PAUSE_MS = 250;

/** A job that was lost with its queue is made again after so long. */
const PATIENCE_MS = 25_000;

const BOUNDS: Bounds = { proven: 50, unknown: 10, failing: 4 };

const MOST_AT_ONCE = 1_000;

/**
 * Turns what is due into jobs: first attempts, repeated ones and those whose job was lost, all on the same way. A queue
 * that is away costs delay, never a delivery.
 */
@Injectable()
export class EnqueueDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Repeating(PAUSE_MS, () => this.execute());
  private readonly lanes: { lane: Lane; failing: boolean }[];
  private away = false;

  constructor(
    @InjectQueue(DELIVERIES.steady) steady: Queue<DeliveryJob>,
    @InjectQueue(DELIVERIES.failing) failing: Queue<DeliveryJob>,
    private readonly database: Database,
    private readonly clock: Clock,
    notifications: Notifications,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.lanes = [
      { lane: new Lane(steady), failing: false },
      { lane: new Lane(failing), failing: true },
    ];
    notifications.on(EVENTS, { changed: () => this.wake(), lost: () => {} });
  }

  onApplicationBootstrap() {
    this.loop.start();
  }

  async onModuleDestroy() {
    await this.loop.stop();
  }

  async queueIsAway(): Promise<boolean> {
    const answers = await Promise.all(this.lanes.map(({ lane }) => lane.isAway()));
    return answers.includes(true);
  }

  /** Something may be due. */
  wake(): void {
    this.loop.wake();
  }

  async execute(): Promise<void> {
    try {
      await ripenDue(this.database, MOST_AT_ONCE, this.clock.now());
      for (const { lane, failing } of this.lanes) await this.fill(lane, failing);
      if (this.away) this.logger.info('the queue is back');
      this.away = false;
    } catch (error) {
      this.complain(error);
    }
  }

  private async fill(lane: Lane, failing: boolean): Promise<void> {
    if (await lane.isFull()) return;
    const now = this.clock.now();
    const until = new Date(now.getTime() + PATIENCE_MS);
    const due = await takeDue(this.database, { ...BOUNDS, lane: failing, now, until, most: MOST_AT_ONCE });
    if (due.length === 0) return;
    try {
      await lane.add(due);
    } catch (error) {
      const ids = due.map(({ id }) => id);
      await giveBackTaken(this.database, ids);
      throw error;
    }
  }

  private complain(error: unknown): void {
    if (!(error instanceof QueueAway)) {
      if (!isDatabaseAway(error)) this.logger.error({ err: error }, 'looking for due deliveries failed');
      return;
    }
    if (!this.away) this.logger.warn({ reason: error.message }, 'the queue is away; deliveries wait in PostgreSQL');
    this.away = true;
  }
}
