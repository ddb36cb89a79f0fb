import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Repeating } from '#platform/clock';
import { Database, isDatabaseUnavailable, type Retention } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { storages } from '../storage.js';

const INTERVAL_MS = 60_000;

/** Rows per statement, few enough to not delay requests. */
const BATCH_SIZE = 1_000;

const RETENTIONS = storages.flatMap(({ retention }) => retention ?? []);

/** Deletes expired rows in small batches. */
@Injectable()
export class Cleanup implements OnApplicationBootstrap, OnModuleDestroy {
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
    for (const retention of RETENTIONS) await this.clean(retention);
  }

  private async clean({ table, old, afterMs }: Retention): Promise<void> {
    const before = new Date(this.clock.millis() - afterMs);
    try {
      while ((await this.deleteBatch(table, old, before)) === BATCH_SIZE && this.loop.running);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.logger.error({ err: error, table }, 'cleanup failed');
    }
  }

  private async deleteBatch(table: string, old: string, before: Date): Promise<number> {
    const { rowCount } = await this.database.query({
      text: `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${old} LIMIT ${BATCH_SIZE}))`,
      values: [before],
    });
    return rowCount ?? 0;
  }
}
