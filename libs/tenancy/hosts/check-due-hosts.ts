import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, Statement } from '#platform/database';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { HostNotFound } from '../model/errors.js';
import { type HostKey, Hosts } from './hosts.js';

const INTERVAL_MS = 5_000;

/** A host is checked again after this time if its worker was lost. Longer than a lookup takes. */
const LEASE_MS = 60_000;

/** Concurrent lookups. */
const BATCH_SIZE = 20;

const WORKER: Actor = { id: null, name: 'worker', address: null };

/** Claims hosts that are due for a check: other workers skip them until `retryAt`, unless the check is recorded earlier. */
const claimDueHosts = new Statement<HostKey, { now: Date; retryAt: Date; limit: number }>(
  'tenancy.take-due-hosts',
  `WITH due AS MATERIALIZED (
     SELECT tenant_id, host FROM tenancy.hosts WHERE check_at <= :now
     ORDER BY check_at LIMIT :limit FOR UPDATE SKIP LOCKED
   )
   UPDATE tenancy.hosts h SET check_at = :retryAt FROM due WHERE (h.tenant_id, h.host) = (due.tenant_id, due.host)
   RETURNING h.tenant_id AS "tenantId", h.host AS name`,
);

/** Checks the TXT records of hosts that are due. Several workers can run it: each host is checked by one of them. */
@Injectable()
export class CheckDueHosts {
  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly hosts: Hosts,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add('host verification', INTERVAL_MS, async () => {
      while ((await this.checkBatch()) === BATCH_SIZE && this.job.running);
    });
  }

  private async checkBatch(): Promise<number> {
    const now = this.clock.now();
    const retryAt = new Date(now.getTime() + LEASE_MS);
    const due = await claimDueHosts.run(this.database, { now, retryAt, limit: BATCH_SIZE });
    const results = await Promise.allSettled(due.map(host => this.check(host)));
    const failed = results.find(result => result.status === 'rejected');
    if (failed) throw failed.reason;
    return due.length;
  }

  private async check({ tenantId, name }: HostKey): Promise<void> {
    try {
      await this.hosts.check(tenantId, name, WORKER);
    } catch (error) {
      // A host can be removed during its check.
      if (!(error instanceof HostNotFound)) throw error;
    }
  }
}
