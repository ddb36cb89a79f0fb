import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseUnavailable } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { continueRecovery } from '../storage/recoveries.js';

const INTERVAL_MS = 500;

/** Deliveries per step, few enough to not delay other queries. */
const BATCH_SIZE = 200;

/** Makes the deliveries of running recoveries due, step by step. */
@Injectable()
export class ContinueRecoveries implements OnApplicationBootstrap, OnModuleDestroy {
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
      while (this.loop.running && (await continueRecovery(this.database, BATCH_SIZE, this.clock.now())));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.logger.error({ err: error }, 'continuing a recovery failed');
    }
  }
}
