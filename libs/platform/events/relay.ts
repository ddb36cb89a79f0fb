import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '../clock/clock.js';
import { LOGGER } from '../config/tokens.js';
import { isConnectionLost, isDatabaseAway } from '../database/away.js';
import { Database } from '../database/database.js';
import type { Logger } from '../log/logger.js';
import { Repeating } from '../clock/repeating.js';
import { type Consumer, Consumers } from './consumers.js';
import { isFirstTime } from './inbox.js';
import { type ClaimedEvent, claimDue, markDone, markFailed } from './outbox.js';

const BATCH = 100;
const PAUSE_MS = 200;
const MOST_ATTEMPTS = 20;
const LONGEST_DELAY_MS = 3_600_000;

/** Hands committed events to their consumers, each at least once and with the effects of once. */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Repeating(PAUSE_MS, () => this.drain());

  constructor(
    private readonly database: Database,
    private readonly consumers: Consumers,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loop.start();
  }

  async onModuleDestroy() {
    await this.loop.stop();
  }

  /** Works until nothing is due; a database that is away is asked again at the next turn. */
  async drain(): Promise<void> {
    try {
      while ((await this.dispatchBatch()) === BATCH && this.loop.running);
    } catch (error) {
      if (!isDatabaseAway(error)) this.logger.error({ err: error }, 'the event relay failed');
    }
  }

  private dispatchBatch(): Promise<number> {
    return this.database.transaction(async tx => {
      const claimed = await claimDue(tx, this.clock.now(), BATCH);
      for (const entry of claimed) await this.dispatch(tx, entry);
      return claimed.length;
    });
  }

  private async dispatch(tx: PoolClient, entry: ClaimedEvent): Promise<void> {
    let failure: Error | undefined;
    for (const consumer of this.consumers.of(entry.event.type)) {
      failure = (await this.hand(tx, consumer, entry)) ?? failure;
    }
    if (failure) await this.postpone(tx, entry, failure);
    else await markDone(tx, entry.position, this.clock.now());
  }

  /** One consumer's failure undoes that consumer's work only. */
  private async hand(tx: PoolClient, consumer: Consumer, { event }: ClaimedEvent): Promise<Error | undefined> {
    await tx.query('SAVEPOINT consumer');
    try {
      if (await isFirstTime(tx, consumer.name, event.id, this.clock.now())) await consumer.handle(event, tx);
      await tx.query('RELEASE SAVEPOINT consumer');
      return undefined;
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      await tx.query('ROLLBACK TO SAVEPOINT consumer');
      this.logger.warn({ err: error, event: event.id, type: event.type, consumer: consumer.name }, 'a consumer failed');
      return error as Error;
    }
  }

  private async postpone(tx: PoolClient, { position, attempts, event }: ClaimedEvent, failure: Error): Promise<void> {
    const dead = attempts + 1 >= MOST_ATTEMPTS;
    const due = new Date(this.clock.millis() + Math.min(LONGEST_DELAY_MS, 1_000 * 2 ** attempts));
    await markFailed(tx, position, { dead, due, reason: failure.message });
    if (dead) this.logger.error({ event: event.id, type: event.type, attempts: attempts + 1 }, 'gave up on an event');
  }
}
