import { Injectable } from '@nestjs/common';
import { type PathTenant } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { Keys } from '#api-keys';
import { FindReceivers } from '#webhooks';
import type { OverviewView, SummaryView } from '../contract.js';
import { rangeOf } from '../model/time-range.js';
import { countBy } from '../storage/counts.js';
import { readLatencies } from '../storage/latencies.js';
import { countRegistrations, findMilestones } from '../storage/overview.js';

const HOUR_MS = 3_600_000;

/** Returns the totals and milestones of a tenant for the overview page. */
@Injectable()
export class FindOverview {
  constructor(
    private readonly keys: Keys,
    private readonly receivers: FindReceivers,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenant: PathTenant): Promise<OverviewView> {
    const { id, slug } = tenant;
    const [hour, day, week, keys, receivers, first] = await Promise.all([
      this.summary(tenant, 1),
      this.summary(tenant, 24),
      this.summary(tenant, 7 * 24),
      this.keys.list(slug),
      this.receivers.list(id),
      findMilestones(this.database, tenant),
    ]);
    return {
      ranges: { hour, day, week },
      keys: keys.filter(({ status }) => status === 'active').length,
      receivers: receivers.length,
      first_request_at: first.request?.toISOString() ?? null,
      first_registration_at: first.registration?.toISOString() ?? null,
    };
  }

  private async summary(tenant: PathTenant, hours: number): Promise<SummaryView> {
    const now = this.clock.now();
    const range = rangeOf({ from: new Date(now.getTime() - hours * HOUR_MS).toISOString() }, now);
    const [counts, latencies, registrations] = await Promise.all([
      countBy(this.database, tenant.id, range, 'status'),
      readLatencies(this.database, tenant.id, range),
      countRegistrations(this.database, tenant, range.from, range.to),
    ]);
    return {
      requests: counts.reduce((sum, { requests }) => sum + requests, 0),
      errors: counts.reduce((sum, { errors }) => sum + errors, 0),
      p95_ms: latencies.all.percentile(0.95),
      registrations,
    };
  }
}
