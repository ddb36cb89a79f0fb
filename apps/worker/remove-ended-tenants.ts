import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database, notification, NOTIFY_EACH } from '#platform/database';
import { removeRows, tablesOf } from '#platform/database/backup';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { LOGGER, type Logger } from '#platform/observability/log';
import { type EndedRow, TemporaryTenants } from '#tenancy';
import { WorldStories } from '#testcontrol';
import { storages } from '../storage.js';

const INTERVAL_MS = 1_000;

/** Time after the end of a tenant until nearly all admitted requests have finished. */
const GRACE_MS = 5_000;

/** Tenants per batch. Their stories are stored before they are removed. */
const MAX_TENANTS = 25;

const TABLES = tablesOf(storages).removed;

/** Removes temporary tenants that have ended, with all their rows. Several workers may remove the same tenants. */
@Injectable()
export class RemoveEndedTenants {
  private readonly job: BackgroundJob;

  constructor(
    private readonly tenants: TemporaryTenants,
    private readonly stories: WorldStories,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add('removing ended tenants', INTERVAL_MS, () => this.execute());
  }

  async execute(): Promise<void> {
    for (let count = MAX_TENANTS; count === MAX_TENANTS && this.job.running;) {
      const ended = await this.tenants.listEnded(new Date(this.clock.millis() - GRACE_MS), MAX_TENANTS);
      for (const tenant of ended) await this.keepStory(tenant);
      if (ended.length > 0) await this.remove(ended);
      count = ended.length;
    }
  }

  /** Stores the story. An error does not prevent the removal of the tenant. */
  private async keepStory(tenant: EndedRow): Promise<void> {
    await this.stories
      .keep(tenant)
      .catch((err: unknown) => this.logger.warn({ err, tenant: tenant.id }, 'the story of a world is not kept'));
  }

  private async remove(ended: EndedRow[]): Promise<void> {
    const ids = ended.map(({ id }) => id);
    for (const table of TABLES) await removeRows(this.database, table, ids);
    // Parents are also dropped from the caches: without temporary tenants, they have no shared limit.
    const parents = ended.flatMap(({ parentSlug }) => parentSlug ?? []);
    const payloads = [...new Set(parents)].map(slug => notification('tenant', slug)[0]);
    await this.database.query({ text: NOTIFY_EACH, values: [payloads] });
  }
}
