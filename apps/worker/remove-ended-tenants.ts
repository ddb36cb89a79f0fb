import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '#platform/process/clock';
import { Database, notification, NOTIFY_EACH, rowsOf, type TenantRows } from '#platform/database';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { TemporaryTenants, tenancyStorage } from '#tenancy';
import { storages } from '../storage.js';

const INTERVAL_MS = 1_000;

/** By then, nearly all requests that were admitted before the end have finished. */
const GRACE_MS = 5_000;

/** Tenants per round. */
const MAX_TENANTS = 200;

/** Rows per statement, few enough to not delay requests. */
const BATCH_SIZE = 2_000;

/** The tenant comes last, so that an interrupted removal is repeated. */
const ROWS = [...storages.filter(storage => storage !== tenancyStorage), tenancyStorage].flatMap(
  ({ tenantRows }) => tenantRows ?? [],
);

/** Removes temporary tenants that have ended, with all their rows. Several workers may remove the same ones. */
@Injectable()
export class RemoveEndedTenants {
  private readonly job: BackgroundJob;

  constructor(
    private readonly tenants: TemporaryTenants,
    private readonly database: Database,
    private readonly clock: Clock,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add('removing ended tenants', INTERVAL_MS, () => this.execute());
  }

  async execute(): Promise<void> {
    for (let count = MAX_TENANTS; count === MAX_TENANTS && this.job.running;) {
      const ended = await this.tenants.listEnded(new Date(this.clock.millis() - GRACE_MS), MAX_TENANTS);
      if (ended.length > 0) await this.remove(ended);
      count = ended.length;
    }
  }

  private async remove(ended: { id: string; parentSlug: string | null }[]): Promise<void> {
    const ids = ended.map(({ id }) => id);
    for (const rows of ROWS) while ((await this.removeBatch(rows, ids)) === BATCH_SIZE);
    // A parent without other temporary tenants has no shared limit.
    const parents = ended.flatMap(({ parentSlug }) => parentSlug ?? []);
    await this.database.transaction(tx => drop(tx, 'tenant', parents));
  }

  private removeBatch(
    { table, condition = 'tenant_id = ANY($1)', cached }: TenantRows,
    ids: string[],
  ): Promise<number> {
    const text = `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH_SIZE}))
      RETURNING ${cached?.key ?? 'NULL'} AS key`;
    return this.database.transaction(async tx => {
      const rows = await rowsOf<{ key: string }>(tx, { text, values: [ids] });
      if (cached)
        await drop(
          tx,
          cached.topic,
          rows.map(({ key }) => key),
        );
      return rows.length;
    });
  }
}

/** Drops rows from the caches of all processes. */
async function drop(tx: EntityManager, topic: string, keys: string[]): Promise<void> {
  if (keys.length > 0) await tx.query(NOTIFY_EACH, [[...new Set(keys)].map(key => notification(topic, key)[0])]);
}
