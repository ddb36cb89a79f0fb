import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseAway } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { rollUpOne } from './storage/hours.js';

const PAUSE_MS = 30_000;

/** An hour, and two minutes in which the last of its requests are written. */
const ENDED_MS = 62 * 60_000;

/** Adds minutes up to hours once they are over, one hour of one tenant at a time; any number of workers may. */
@Injectable()
export class RollUpHours implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Repeating(PAUSE_MS, () => this.execute());

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loop.start();
  }

  async onModuleDestroy() {
    await this.loop.stop();
  }

  async execute(): Promise<void> {
    try {
      const ended = new Date(this.clock.millis() - ENDED_MS);
      while (this.loop.running && (await this.database.transaction(tx => rollUpOne(tx, ended))));
    } catch (error) {
      if (!isDatabaseAway(error)) this.logger.error({ err: error }, 'usage cannot be added up');
    }
  }
}
