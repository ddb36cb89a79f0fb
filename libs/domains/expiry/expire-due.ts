import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { type BackgroundJob, BackgroundJobs } from '#platform/jobs';
import { ClockRepository } from '#tenancy';
import { Expiry } from './expiry.js';

const INTERVAL_MS = 1_000;

/** Tenants per round. A tenant with more due events than a batch waits for its turn in the next round. */
const MAX_TENANTS = 50;

type DueTenant = { id: string; slug: string };

/** Lets registrations expire as time passes. Several workers share the tenants. */
@Injectable()
export class ExpireDue {
  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
    private readonly expiry: Expiry,
    private readonly clock: Clock,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add('expiring registrations', INTERVAL_MS, () => this.execute());
  }

  async execute(): Promise<void> {
    // A tenant whose registrations cannot expire does not hold up the others.
    const failures = new Map<string, Error>();
    for (let isComplete = false; !isComplete && this.job.running;) isComplete = await this.executeRound(failures);
    for (const failure of failures.values()) throw failure;
  }

  /** Whether nothing is due after the round. Skips the tenants in `failures`, and adds those that fail. */
  private async executeRound(failures: Map<string, Error>): Promise<boolean> {
    const tenants = await this.clocks.listDue(this.clock.now(), { except: [...failures.keys()], limit: MAX_TENANTS });
    let isComplete = tenants.length < MAX_TENANTS;
    for (const tenant of tenants) {
      try {
        if (!(await this.expire(tenant))) isComplete = false;
      } catch (error) {
        failures.set(tenant.id, error as Error);
      }
    }
    return isComplete;
  }

  private expire(tenant: DueTenant): Promise<boolean> {
    return this.database.transaction(async tx => {
      const clock = await this.clocks.lock(tx, tenant.id, 'exclusive');
      const real = this.clock.now();
      // Another worker was faster, or the clock was frozen.
      if (clock.checkAt === null || clock.checkAt > real) return true;
      const until = clock.now(real);
      const { isComplete } = await this.expiry.happen(tx, { tenant, clock, until, requestId: null });
      if (isComplete) clock.scheduleCheck(await this.expiry.nextDue(tx, clock), real);
      else clock.checkAt = real;
      await this.clocks.save(tx, tenant.slug, clock);
      return isComplete;
    });
  }
}
