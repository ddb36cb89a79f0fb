import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { HostNotFound } from '../model/errors.js';
import { type DueHost, takeDueHosts } from '../storage/due-hosts.js';
import { CheckHost } from './check-host.js';

const INTERVAL_MS = 5_000;

/** A host whose check was lost is checked again after this time, which is longer than a lookup takes. */
const LEASE_MS = 60_000;

/** Concurrent lookups. */
const BATCH_SIZE = 20;

/** Actor in the audit log. */
const WORKER: Actor = { id: null, name: 'worker', address: null };

/** Checks the TXT records of hosts that are due. Several workers can run it: each host is checked by one of them. */
@Injectable()
export class CheckDueHosts {
  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly checkHost: CheckHost,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add('host verification', INTERVAL_MS, async () => {
      while ((await this.checkBatch()) === BATCH_SIZE && this.job.running);
    });
  }

  private async checkBatch(): Promise<number> {
    const now = this.clock.now();
    const again = new Date(now.getTime() + LEASE_MS);
    const due = await takeDueHosts.run(this.database, { now, again, limit: BATCH_SIZE });
    const results = await Promise.allSettled(due.map(host => this.check(host)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return due.length;
  }

  private async check({ tenantId, name }: DueHost): Promise<void> {
    try {
      await this.checkHost.execute(tenantId, name, WORKER);
    } catch (error) {
      // A host can be removed during its check.
      if (!(error instanceof HostNotFound)) throw error;
    }
  }
}
