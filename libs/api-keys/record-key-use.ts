import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database, Statement } from '#platform/database';
import { BackgroundJobs } from '#platform/queue/jobs';

const INTERVAL_MS = 15_000;

/** Locks rows in the same order in all processes, which prevents deadlocks. */
const write = new Statement<never, { ids: string[]; times: Date[] }>(
  'keys.note-use',
  `WITH used AS (SELECT * FROM unnest(:ids::text[], :times::timestamptz[]) AS used (id, at)),
   locked AS (SELECT k.id FROM api_keys.keys k JOIN used USING (id) ORDER BY k.id FOR NO KEY UPDATE OF k)
   UPDATE api_keys.keys k SET last_used_at = greatest(k.last_used_at, used.at)
   FROM used JOIN locked USING (id) WHERE k.id = used.id`,
);

/** Records the last use of each key. Uses are collected in memory and written every 15 seconds. */
@Injectable()
export class RecordKeyUse implements OnApplicationShutdown {
  private used = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    jobs: BackgroundJobs,
  ) {
    jobs.add('recording the last use of keys', INTERVAL_MS, () => this.flush());
  }

  /** Runs after the server has closed. PostgreSQL may be unavailable; the last uses are not worth a failed shutdown. */
  async onApplicationShutdown() {
    await this.flush().catch(() => {});
  }

  record(keyId: string): void {
    this.used.set(keyId, this.clock.millis());
  }

  async flush(): Promise<void> {
    const batch = this.used;
    if (batch.size === 0) return;
    this.used = new Map();
    try {
      await write.run(this.database, { ids: [...batch.keys()], times: [...batch.values()].map(ms => new Date(ms)) });
    } catch (error) {
      // Uses that were recorded in the meantime are newer.
      this.used = new Map([...batch, ...this.used]);
      throw error;
    }
  }
}
