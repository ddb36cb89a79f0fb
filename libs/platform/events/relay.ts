import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '../clock/clock.js';
import { LOGGER } from '../log/logger.js';
import { isDatabaseUnavailable } from '../database/errors.js';
import { Database } from '../database/database.js';
import type { Logger } from '../log/logger.js';
import { Repeating } from '../clock/repeating.js';
import { Consumers } from './consumers.js';
import { ConsumerDispatcher } from './consumer-dispatcher.js';
import { type ClaimedEvent, claimDue, markDone, markFailed } from './outbox.js';

/** Small enough for the statement timeout, even when a tenant has the maximum number of receivers. */
const BATCH_SIZE = 200;

/** Polling an empty outbox costs less than a notification from every checkout would. */
const POLL_INTERVAL_MS = 50;

const MAX_ATTEMPTS = 20;
const MAX_BACKOFF_MS = 3_600_000;

/** Dispatches committed events to their consumers, at least once each; the inbox makes the effects happen once. */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Repeating(POLL_INTERVAL_MS, () => this.turn());

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

  /** Dispatches until nothing is due; if the database is not available, the next turn tries again. */
  private async turn(): Promise<void> {
    try {
      while ((await this.dispatchBatch()) === BATCH_SIZE && this.loop.running);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.logger.error({ err: error }, 'the event relay failed');
    }
  }

  private dispatchBatch(): Promise<number> {
    return this.database.transaction(async tx => {
      const now = this.clock.now();
      const claimed = await claimDue(tx, now, BATCH_SIZE);
      if (claimed.length > 0) await this.dispatch(tx, claimed);
      return claimed.length;
    });
  }

  private async dispatch(tx: PoolClient, claimed: ClaimedEvent[]): Promise<void> {
    const dispatcher = new ConsumerDispatcher(tx, this.clock, this.logger);
    for (const type of new Set(claimed.map(({ event }) => event.type))) {
      const events = claimed.filter(({ event }) => event.type === type).map(({ event }) => event);
      for (const consumer of this.consumers.of(type)) await dispatcher.dispatch(consumer, events);
    }
    await this.settle(tx, claimed, dispatcher);
  }

  private async settle(
    tx: PoolClient,
    claimed: ClaimedEvent[],
    { failed, remaining }: ConsumerDispatcher,
  ): Promise<void> {
    const done = claimed.filter(({ event }) => !failed.has(event) && !remaining.has(event));
    const positions = done.map(({ position }) => position);
    await markDone(tx, positions, this.clock.now());
    for (const entry of claimed) {
      const failure = failed.get(entry.event);
      if (failure) await this.postpone(tx, entry, failure);
    }
  }

  private async postpone(tx: PoolClient, { position, attempts, event }: ClaimedEvent, failure: Error): Promise<void> {
    const dead = attempts + 1 >= MAX_ATTEMPTS;
    const due = new Date(this.clock.millis() + Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** attempts));
    await markFailed(tx, position, { dead, due, reason: failure.message });
    if (dead) this.logger.error({ event: event.id, type: event.type, attempts: attempts + 1 }, 'gave up on an event');
  }
}
