import type { PoolClient } from 'pg';
import type { Clock } from '../clock/clock.js';
import { isConnectionLost } from '../database/away.js';
import type { Logger } from '../log/logger.js';
import type { Consumer } from './consumers.js';
import type { Event } from './event.js';
import { enterInbox } from './inbox.js';

/** Less than others wait for a row that this transaction holds. */
const ONE_BY_ONE_MS = 500;

/**
 * Hands events that were claimed together to their consumers. What a consumer fails with is undone, and each of its
 * events is handed to it alone; those that the time does not suffice for then are left for the next turn.
 */
export class HandOver {
  /** Events that a consumer failed with, and what it said. */
  readonly failed = new Map<Event, Error>();
  /** Events that a consumer has not been given yet. */
  readonly left = new Set<Event>();

  constructor(
    private readonly tx: PoolClient,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async execute(consumer: Consumer, events: Event[]): Promise<void> {
    const failure = await this.attempt(consumer, events);
    if (!failure) return;
    if (events.length === 1) this.note(consumer, events[0]!, failure);
    else await this.oneByOne(consumer, events);
  }

  private async oneByOne(consumer: Consumer, events: Event[]): Promise<void> {
    const end = performance.now() + ONE_BY_ONE_MS;
    for (const event of events) {
      if (performance.now() > end) this.left.add(event);
      else await this.execute(consumer, [event]);
    }
  }

  /** A consumer's failure undoes that consumer's work only. */
  private async attempt(consumer: Consumer, events: Event[]): Promise<Error | undefined> {
    await this.tx.query('SAVEPOINT consumer');
    try {
      await this.tell(consumer, events);
      await this.tx.query('RELEASE SAVEPOINT consumer');
      return undefined;
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      await this.tx.query('ROLLBACK TO SAVEPOINT consumer');
      return error as Error;
    }
  }

  private async tell({ name, handle }: Consumer, events: Event[]): Promise<void> {
    const ids = events.map(({ id }) => id);
    const unheard = await enterInbox(this.tx, name, ids, this.clock.now());
    const news = events.filter(({ id }) => unheard.has(id));
    if (news.length > 0) await handle(news, this.tx);
  }

  private note(consumer: Consumer, event: Event, failure: Error): void {
    this.failed.set(event, failure);
    const { id, type } = event;
    this.logger.warn({ err: failure, event: id, type, consumer: consumer.name }, 'a consumer failed');
  }
}
