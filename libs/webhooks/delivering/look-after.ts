import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseAway } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { setAsideForOff } from '../storage/due.js';
import { stepRecovery } from '../storage/recoveries.js';

const PAUSE_MS = 1_000;

/** So few at a time that nothing else waits for it. */
const STEP = 200;

/** What need not happen at once: recoveries go on, and what waits for receivers that are off is set aside. */
@Injectable()
export class LookAfter implements OnApplicationBootstrap, OnModuleDestroy {
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
    await this.each(() => stepRecovery(this.database, STEP, this.clock.now()).then(moved => moved !== undefined));
    await this.each(() => setAsideForOff(this.database, STEP, this.clock.now()).then(count => count === STEP));
  }

  /** Again as long as there is more; what goes wrong with the one kind of work is not in the way of the other. */
  private async each(step: () => Promise<boolean>): Promise<void> {
    try {
      while (this.loop.running && (await step()));
    } catch (error) {
      if (!isDatabaseAway(error)) this.logger.error({ err: error }, 'looking after deliveries failed');
    }
  }
}
