import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Clock, Database, isDatabaseAway, LOGGER, type Logger, Notifications, Repeating } from '#platform';
import { EVENTS } from '../storage/events.js';
import { type DueRow, giveBackTaken, takeDue } from '../storage/due.js';
import { DELIVERIES, type DeliveryJob } from './queue.js';

const PAUSE_MS = 250;

/** A job that was lost with its queue is made again after so long. */
const PATIENCE_MS = 25_000;

/** So many deliveries of one receiver are on their way at a time: to one that answers, and to one that does not. */
const HEALTHY = 200;
const FAILING = 4;

const MOST_AT_ONCE = 1_000;
const PER_JOB = 50;

/** When so many jobs wait already, more of them would only wait longer. */
const MOST_WAITING = 200;

const QUEUE_PATIENCE_MS = 2_000;

/**
 * Turns what is due into jobs: first attempts, repeated ones and those whose job was lost, all on the same way. A queue
 * that is away costs delay, never a delivery.
 */
@Injectable()
export class EnqueueDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Repeating(PAUSE_MS, () => this.execute());
  private away = false;
  private waiting: Promise<number> | undefined;

  constructor(
    @InjectQueue(DELIVERIES) private readonly queue: Queue<DeliveryJob>,
    private readonly database: Database,
    private readonly clock: Clock,
    notifications: Notifications,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    notifications.on(EVENTS, { changed: () => this.wake(), lost: () => {} });
    queue.on('error', () => {}); // whatever is asked of it next fails and tells; unheard it would be printed each time
  }

  onApplicationBootstrap() {
    this.loop.start();
  }

  async onModuleDestroy() {
    await this.loop.stop();
  }

  /** Something may be due. */
  wake(): void {
    this.loop.wake();
  }

  async execute(): Promise<void> {
    try {
      await this.turn();
      if (this.away) this.logger.info('the queue is back');
      this.away = false;
    } catch (error) {
      if (isDatabaseAway(error)) return;
      if (!this.away) this.logger.warn({ err: error }, 'the queue is away; deliveries wait in PostgreSQL');
      this.away = true;
    }
  }

  private async turn(): Promise<void> {
    if ((await soon(this.countWaiting())) >= MOST_WAITING) return;
    const now = this.clock.now();
    const until = new Date(now.getTime() + PATIENCE_MS);
    const due = await takeDue(this.database, { now, until, healthy: HEALTHY, failing: FAILING, most: MOST_AT_ONCE });
    if (due.length === 0) return;
    try {
      await soon(this.queue.addBulk(jobsOf(due).map(data => ({ name: 'deliver', data }))));
    } catch (error) {
      const ids = due.map(({ id }) => id);
      await giveBackTaken(this.database, ids);
      throw error;
    }
  }

  /** A question that the queue has not answered yet is not asked again: it keeps them all for when it is back. */
  private countWaiting(): Promise<number> {
    return (this.waiting ??= this.queue.getWaitingCount().finally(() => (this.waiting = undefined)));
  }
}

/** Each job has deliveries of one receiver, so that a slow one holds up nobody else's. */
function jobsOf(due: DueRow[]): DeliveryJob[] {
  const byReceiver = new Map<string, string[]>();
  for (const { id, receiver } of due) byReceiver.set(receiver, [...(byReceiver.get(receiver) ?? []), id]);
  const jobs: DeliveryJob[] = [];
  for (const ids of byReceiver.values())
    for (let start = 0; start < ids.length; start += PER_JOB) jobs.push({ ids: ids.slice(start, start + PER_JOB) });
  return jobs;
}

/** A queue that cannot be reached answers whenever it is back; nobody waits for that. */
function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The queue does not answer.')), QUEUE_PATIENCE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
