import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database, type Retention } from '#platform/database';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { storages } from '../storage.js';

const INTERVAL_MS = 60_000;

/** Rows per statement: a small number, so that requests are not delayed. */
const BATCH_SIZE = 1_000;

const RETENTIONS = storages.flatMap(({ retention }) => retention ?? []);

/** Deletes expired rows in small batches. */
@Injectable()
export class Cleanup {
  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add('cleanup', INTERVAL_MS, () => this.execute());
  }

  /** Cleans all tables, also after an error of one table. Throws the error at the end. */
  async execute(): Promise<void> {
    let failure: Error | undefined;
    for (const retention of RETENTIONS)
      await this.clean(retention).catch((error: Error) => {
        failure ??= Object.assign(error, { table: retention.table });
      });
    if (failure) throw failure;
  }

  private async clean({ table, old, afterMs }: Retention): Promise<void> {
    const before = new Date(this.clock.millis() - afterMs);
    while ((await this.deleteBatch(table, old, before)) === BATCH_SIZE && this.job.running);
  }

  private async deleteBatch(table: string, old: string, before: Date): Promise<number> {
    const { rowCount } = await this.database.query({
      text: `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${old} LIMIT ${BATCH_SIZE}))`,
      values: [before],
    });
    return rowCount ?? 0;
  }
}
