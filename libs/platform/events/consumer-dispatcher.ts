import type { PoolClient } from 'pg';
import type { Clock } from '../clock/clock.js';
import { isConnectionLost } from '../database/errors.js';
import type { Logger } from '../log/logger.js';
import type { Consumer } from './consumers.js';
import type { Event } from './event-kind.js';
import { recordReceived } from './inbox.js';

/** Shorter than other transactions wait for the rows that this one has locked. */
const RETRY_BUDGET_MS = 500;

/**
 * Dispatches claimed events to consumers in batches. When a consumer fails, its work is rolled back and it gets each
 * event alone; events for which the time runs out remain for the next turn.
 */
export class ConsumerDispatcher {
  /** Events that a consumer failed on, with its error. */
  readonly failed = new Map<Event, Error>();
  /** Events that some consumer has not received yet. */
  readonly remaining = new Set<Event>();

  constructor(
    private readonly tx: PoolClient,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async dispatch(consumer: Consumer, events: Event[]): Promise<void> {
    const error = await this.attempt(consumer, events);
    if (!error) return;
    if (events.length === 1) this.addFailure(consumer, events[0]!, error);
    else await this.dispatchOneByOne(consumer, events);
  }

  private async dispatchOneByOne(consumer: Consumer, events: Event[]): Promise<void> {
    const deadline = performance.now() + RETRY_BUDGET_MS;
    for (const event of events) {
      if (performance.now() > deadline) this.remaining.add(event);
      else await this.dispatch(consumer, [event]);
    }
  }

  /** The savepoint confines a failure to the consumer's own work. */
  private async attempt(consumer: Consumer, events: Event[]): Promise<Error | undefined> {
    await this.tx.query('SAVEPOINT consumer');
    try {
      await this.handle(consumer, events);
      await this.tx.query('RELEASE SAVEPOINT consumer');
      return undefined;
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      await this.tx.query('ROLLBACK TO SAVEPOINT consumer');
      return error as Error;
    }
  }

  private async handle({ name, handle }: Consumer, events: Event[]): Promise<void> {
    const ids = events.map(({ id }) => id);
    const added = await recordReceived(this.tx, name, ids, this.clock.now());
    const unseen = events.filter(({ id }) => added.has(id));
    if (unseen.length > 0) await handle(unseen, this.tx);
  }

  private addFailure(consumer: Consumer, event: Event, error: Error): void {
    this.failed.set(event, error);
    const { id, type } = event;
    this.logger.warn({ err: error, event: id, type, consumer: consumer.name }, 'a consumer failed');
  }
}
