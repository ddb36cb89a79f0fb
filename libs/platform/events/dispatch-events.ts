import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../process/clock/clock.js';
import { Database } from '../database/database.js';
import { type BackgroundJob, BackgroundJobs } from '../queue/jobs/background-jobs.js';
import { LOGGER, type Logger } from '../observability/log/logger.js';
import { type Consumer, Consumers } from './consumers.js';
import { recordFailure, type DeadEvent, lockDueDead, deleteDead } from './dead-events.js';
import { addConsumers, BATCH_SIZE, type ConsumerWork, moveCursor, nextEvents, workOfConsumers } from './event-log.js';
import { handleIsolated } from './handle-isolated.js';

/** Polling the end of the log costs less than a notification from every checkout would. */
const POLL_INTERVAL_MS = 25;

/** Interval after a second without events, which saves CPU time. */
const IDLE_INTERVAL_MS = 100;
const IDLE_AFTER_MS = 1_000;

/**
 * Passes the events of the log to the consumers. Each consumer has its own cursor, which moves in the transaction of
 * its work. So it handles each event once, and does not wait for other consumers.
 */
@Injectable()
export class DispatchEvents {
  private readonly job: BackgroundJob;
  private isPrepared = false;
  private lastWork = 0;

  constructor(
    private readonly database: Database,
    private readonly consumers: Consumers,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add(
      'dispatching events',
      () => this.pause(),
      () => this.execute(),
    );
  }

  private pause(): number {
    return performance.now() - this.lastWork < IDLE_AFTER_MS ? POLL_INTERVAL_MS : IDLE_INTERVAL_MS;
  }

  private async execute(): Promise<void> {
    const { names } = this.consumers;
    if (!this.isPrepared) await addConsumers.run(this.database, { names });
    this.isPrepared = true;
    const works = await workOfConsumers.run(this.database, { names, now: this.clock.now() });
    await Promise.all(works.map(work => this.work(work)));
    if (works.some(({ hasNewEvents }) => hasNewEvents)) this.lastWork = performance.now();
  }

  private async work({ name, hasNewEvents, hasDueDead }: ConsumerWork): Promise<void> {
    const consumer = this.consumers.get(name);
    while (hasNewEvents && (await this.consumeBatch(consumer)) === BATCH_SIZE && this.job.running);
    if (hasDueDead) await this.retryDead(consumer);
  }

  /** Returns the number of events in the batch; 0 if some of them are left for the next turn. */
  private consumeBatch(consumer: Consumer): Promise<number> {
    return this.database.transaction(async tx => {
      const { name, types } = consumer;
      const events = await nextEvents.run(tx, { consumer: name, types });
      if (events.length === 0) return 0;
      const { count, failed } = await handleIsolated(tx, consumer, events);
      for (const [event, error] of failed) await this.handleFailure(tx, { consumer: name, event, attempts: 1 }, error);
      await moveCursor.run(tx, { consumer: name, event: events[count - 1]!.id });
      return count === events.length ? events[0]!.count : 0;
    });
  }

  private retryDead(consumer: Consumer): Promise<void> {
    return this.database.transaction(async tx => {
      const due = await lockDueDead(tx, consumer.name, this.clock.now());
      const events = due.map(({ event }) => event);
      const { count, failed } = await handleIsolated(tx, consumer, events);
      for (const dead of due.slice(0, count)) {
        const error = failed.get(dead.event);
        if (error) await this.handleFailure(tx, { ...dead, attempts: dead.attempts + 1 }, error);
        else await deleteDead.run(tx, { consumer: consumer.name, event: dead.event.id });
      }
    });
  }

  private async handleFailure(tx: EntityManager, dead: DeadEvent, error: Error): Promise<void> {
    const { consumer, event, attempts } = dead;
    const facts = { event: event.id, type: event.type, consumer, attempts };
    if (await recordFailure(tx, dead, error, this.clock.now())) this.logger.error(facts, 'gave up on an event');
    else this.logger.warn({ err: error, ...facts }, 'a consumer failed');
  }
}
