import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseUnavailable } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { skipDueOfOffReceivers } from '../storage/due.js';
import { continueRecovery } from '../storage/recoveries.js';

const INTERVAL_MS = 1_000;

/** Rows per statement, few enough to not delay other queries. */
const BATCH_SIZE = 200;

/** Background work: continues recoveries, and skips deliveries to receivers that are off. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
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
    await this.repeat(() =>
      continueRecovery(this.database, BATCH_SIZE, this.clock.now()).then(moved => moved !== undefined),
    );
    await this.repeat(() =>
      skipDueOfOffReceivers(this.database, BATCH_SIZE, this.clock.now()).then(count => count === BATCH_SIZE),
    );
  }

  /** Repeats a step while there is work. Catches errors, so that one kind of work does not block the other. */
  private async repeat(step: () => Promise<boolean>): Promise<void> {
    try {
      while (this.loop.running && (await step()));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.logger.error({ err: error }, 'housekeeping failed');
    }
  }
}
