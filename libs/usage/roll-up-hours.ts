import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseUnavailable } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { rollUpOne } from './storage/hours.js';

const INTERVAL_MS = 30_000;

/** An hour, and two minutes for the last requests to be written. */
const ENDED_MS = 62 * 60_000;

/** Adds up the minutes of completed hours, one hour of one tenant per transaction. Several workers can run it. */
@Injectable()
export class RollUpHours implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new Repeating(INTERVAL_MS, () => this.execute());

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
      if (!isDatabaseUnavailable(error)) this.logger.error({ err: error }, 'rolling up usage failed');
    }
  }
}
