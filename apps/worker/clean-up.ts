import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseAway, type Retention } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { storages } from '../storage.js';

const PAUSE_MS = 60_000;

/** So few at a time that no request ever waits for it. */
const STEP = 1_000;

const RETENTION = storages.flatMap(({ retention }) => retention ?? []);

/** Removes what nobody will ask for again, in small steps. */
@Injectable()
export class CleanUp implements OnApplicationBootstrap, OnModuleDestroy {
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
    for (const retention of RETENTION) await this.clean(retention);
  }

  private async clean({ table, old, afterMs }: Retention): Promise<void> {
    const before = new Date(this.clock.millis() - afterMs);
    try {
      while ((await this.step(table, old, before)) === STEP && this.loop.running);
    } catch (error) {
      if (!isDatabaseAway(error)) this.logger.error({ err: error, table }, 'the clean-up failed');
    }
  }

  private async step(table: string, old: string, before: Date): Promise<number> {
    const { rowCount } = await this.database.query({
      text: `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${old} LIMIT ${STEP}))`,
      values: [before],
    });
    return rowCount ?? 0;
  }
}
