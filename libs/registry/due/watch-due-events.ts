import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { isDatabaseUnavailable } from '#platform/database';
import { LOGGER, type Logger } from '#platform/observability/log';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { ClockRepository } from '#tenancy';
import { RegistryEvents } from './registry-events.js';

const INTERVAL_MS = 1_000;

/** Tenants per round. A round records one batch of events for each tenant. */
const MAX_TENANTS = 50;

/** Records events that fall due as time passes. Several workers may run it: a lock of the tenant's clock prevents duplicates. */
@Injectable()
export class WatchDueEvents {
  private readonly job: BackgroundJob;
  /** Failures of the last run by tenant, which are not logged again. */
  private known = new Map<string, string>();

  constructor(
    private readonly clocks: ClockRepository,
    private readonly events: RegistryEvents,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add('due events', INTERVAL_MS, () => this.execute());
  }

  async execute(): Promise<void> {
    // A tenant whose events cannot be recorded does not delay the other tenants.
    const failures = new Map<string, Error>();
    for (let isComplete = false; !isComplete && this.job.running;) isComplete = await this.executeRound(failures);
    this.log(failures);
  }

  private log(failures: Map<string, Error>): void {
    const known = new Map<string, string>();
    for (const [tenantId, err] of failures) {
      const before = this.known.get(tenantId);
      const problem = isDatabaseUnavailable(err) ? before : String(err);
      if (problem === undefined) continue;
      known.set(tenantId, problem);
      if (problem !== before) this.logger.error({ err, tenantId }, 'due events of a tenant cannot be recorded');
    }
    this.known = known;
  }

  /** Returns whether no more events are due. Skips the tenants in `failures`, and adds the tenants that fail. */
  private async executeRound(failures: Map<string, Error>): Promise<boolean> {
    const tenants = await this.clocks.listDue(this.clock.now(), { except: [...failures.keys()], limit: MAX_TENANTS });
    let isComplete = tenants.length < MAX_TENANTS;
    for (const tenant of tenants) {
      try {
        if (!(await this.events.catchUp(tenant))) isComplete = false;
      } catch (error) {
        failures.set(tenant.id, error as Error);
      }
    }
    return isComplete;
  }
}
