import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '../clock/clock.js';
import { LOGGER } from '../config/tokens.js';
import { isDatabaseAway } from '../database/away.js';
import { Database } from '../database/database.js';
import type { Logger } from '../log/logger.js';
import { Repeating } from '../clock/repeating.js';
import { Traffic } from '../http/traffic.js';
import { Consumers } from './consumers.js';
import { GivingWay } from './giving-way.js';
import { HandOver } from './hand-over.js';
import { type ClaimedEvent, claimDue, markDone, markFailed } from './outbox.js';

/** With as many receivers as a tenant may have, a statement about so many events still ends well within its time. */
const BATCH = 200;

/** A checkout tells nobody that it announced something: that would cost it more than the look at an empty outbox. */
const PAUSE_MS = 50;

const MOST_ATTEMPTS = 20;
const LONGEST_DELAY_MS = 3_600_000;

/** Hands committed events to their consumers, each at least once and with the effects of once. */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Repeating(PAUSE_MS, () => this.turn());
  private readonly givingWay: GivingWay;

  constructor(
    private readonly database: Database,
    private readonly consumers: Consumers,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    traffic: Traffic,
  ) {
    this.givingWay = new GivingWay(traffic);
  }

  onApplicationBootstrap() {
    this.loop.start();
  }

  async onModuleDestroy() {
    await this.loop.stop();
  }

  /** Works until nothing is due; a database that is away is asked again at the next turn. */
  private async turn(): Promise<void> {
    try {
      while (!this.givingWay.isDue && (await this.dispatchBatch()) === BATCH && this.loop.running);
    } catch (error) {
      if (!isDatabaseAway(error)) this.logger.error({ err: error }, 'the event relay failed');
    }
  }

  private dispatchBatch(): Promise<number> {
    return this.database.transaction(async tx => {
      const now = this.clock.now();
      const claimed = await claimDue(tx, now, BATCH);
      this.givingWay.note(now, claimed.find(({ attempts }) => attempts === 0)?.event.occurredAt);
      if (claimed.length > 0) await this.dispatch(tx, claimed);
      return claimed.length;
    });
  }

  private async dispatch(tx: PoolClient, claimed: ClaimedEvent[]): Promise<void> {
    const handOver = new HandOver(tx, this.clock, this.logger);
    for (const type of new Set(claimed.map(({ event }) => event.type))) {
      const events = claimed.filter(({ event }) => event.type === type).map(({ event }) => event);
      for (const consumer of this.consumers.of(type)) await handOver.execute(consumer, events);
    }
    await this.settle(tx, claimed, handOver);
  }

  private async settle(tx: PoolClient, claimed: ClaimedEvent[], { failed, left }: HandOver): Promise<void> {
    const done = claimed.filter(({ event }) => !failed.has(event) && !left.has(event));
    const positions = done.map(({ position }) => position);
    await markDone(tx, positions, this.clock.now());
    for (const entry of claimed) {
      const failure = failed.get(entry.event);
      if (failure) await this.postpone(tx, entry, failure);
    }
  }

  private async postpone(tx: PoolClient, { position, attempts, event }: ClaimedEvent, failure: Error): Promise<void> {
    const dead = attempts + 1 >= MOST_ATTEMPTS;
    const due = new Date(this.clock.millis() + Math.min(LONGEST_DELAY_MS, 1_000 * 2 ** attempts));
    await markFailed(tx, position, { dead, due, reason: failure.message });
    if (dead) this.logger.error({ event: event.id, type: event.type, attempts: attempts + 1 }, 'gave up on an event');
  }
}
