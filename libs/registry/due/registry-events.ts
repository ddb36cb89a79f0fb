import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PathTenant } from '#identity/access';
import { type BusinessTime, businessTime, Clock } from '#platform/process/clock';
import { Database, isLockTimeout, isStatementTimeout } from '#platform/database';
import { EventAlterations } from '#platform/events';
import { newId } from '#platform/security/ids';
import { quoteRenewal } from '#domains';
import { VERIFICATION_DAYS } from '#domains/model';
import { ClockRepository, DueEvents, type TenantClock } from '#tenancy';
import {
  type AutomaticRenewal,
  type DueEvent,
  dueForRenewal,
  firstDecision,
  nextDue,
  recordDue,
} from './record-due.js';

/** Events per batch. A batch must be short: checkouts wait for its lock of the clock, and consumers of events for its commit. */
const MAX_BATCH_SIZE = 8_000;
const MIN_BATCH_SIZE = 125;

/** Less than the shortest time from a decision or renewal to an event that it makes due: the 15 days until a suspension. */
const MAX_SPAN_MS = VERIFICATION_DAYS * 86_400_000 - 1;

type DueTenant = Pick<PathTenant, 'id' | 'slug' | 'currency'>;

interface Options {
  tenant: DueTenant;
  /** Locked exclusively by the transaction; its cursor is moved. */
  clock: TenantClock;
  until: BusinessTime;
  /** The request that moved the clock; null when time has passed by itself. */
  requestId: string | null;
  /** Maximum number of events to return. */
  listed: number;
}

/** The events of a batch. */
export interface RecordedBatch {
  /** The first events. */
  events: DueEvent[];
  /** Number of all events. */
  count: number;
  /** Whether all due events are recorded. */
  isComplete: boolean;
}

/** Records due events in order of time, and applies their changes. */
@Injectable()
export class RegistryEvents extends DueEvents {
  /** Halved by a timeout, so that a slow machine makes progress, too. */
  private batchSize = MAX_BATCH_SIZE;

  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
    private readonly clock: Clock,
    private readonly alterations: EventAlterations,
  ) {
    super();
  }

  /** Records the next batch of events that have become due because time has passed. Returns whether there are no more. */
  override catchUp(tenant: DueTenant): Promise<boolean> {
    return this.database.transaction(async tx => {
      const clock = await this.clocks.lockLive(tx, tenant.id);
      const real = this.clock.now();
      // Another process was faster, or the clock was frozen, or the tenant has ended.
      if (!clock?.isCheckDue(real)) return true;
      const { isComplete } = await this.recordBatch(tx, {
        tenant,
        clock,
        until: clock.now(real),
        requestId: null,
        listed: 0,
      });
      if (isComplete) clock.scheduleCheck(await this.nextDue(tx, clock), real);
      else clock.checkAt = real;
      await this.clocks.save(tx, tenant.slug, clock);
      return isComplete;
    });
  }

  /** Records the next batch of due events. */
  async recordBatch(tx: EntityManager, { tenant, clock, until, requestId, listed }: Options): Promise<RecordedBatch> {
    const limit = this.batchSize;
    const due = await this.findRenewals(tx, tenant, clock, { until, limit });
    const facts = {
      slug: tenant.slug,
      until: due.until,
      renewals: JSON.stringify(due.renewals),
      id: newId('evt'),
      limit,
      listed,
      request_id: requestId,
      recorded_at: this.clock.now(),
    };
    const rows = await recordDue.run(tx, { ...cursorOf(clock), ...facts }).catch((error: unknown) => {
      // A smaller batch may need no row that another transaction has locked.
      if (isStatementTimeout(error) || isLockTimeout(error)) this.batchSize = Math.max(MIN_BATCH_SIZE, limit / 2);
      throw error;
    });
    const last = rows.at(-1);
    if (last) {
      clock.advanceCursor(last);
      await this.alterations.alterRecorded(tx, tenant);
    }
    return {
      events: rows.slice(0, listed),
      count: last?.count ?? 0,
      isComplete: due.until === until && last?.isComplete !== false,
    };
  }

  /**
   * Finds the due automatic renewals, and lowers `until` so that the renewals and decisions of the batch make nothing else due
   * before `until`: a batch does not see the effects of its own changes.
   */
  private async findRenewals(
    tx: EntityManager,
    tenant: DueTenant,
    clock: TenantClock,
    { until, limit }: { until: BusinessTime; limit: number },
  ): Promise<{ renewals: AutomaticRenewal[]; until: BusinessTime }> {
    const rows = await dueForRenewal.run(tx, { ...cursorOf(clock), until, limit });
    const decision = await firstDecision.first(tx, { tenant: tenant.id, until });
    const limits = [
      ...(decision ? [decision.at.getTime() + MAX_SPAN_MS] : []),
      ...(rows[0] ? [rows[0].expiresAt.getTime() + MAX_SPAN_MS] : []),
      ...(rows.length === limit ? [rows.at(-1)!.expiresAt.getTime()] : []),
    ];
    const latest = Math.min(...limits);
    const renewals = rows.map(({ domain, method }): AutomaticRenewal => {
      const { currency, total } = quoteRenewal(domain, 1, tenant.currency, clock.registry?.price_percent);
      return { domain, id: newId('ord'), currency, total, method };
    });
    return { renewals, until: latest < until.getTime() ? businessTime(latest) : until };
  }

  /** The time of the next event of a tenant; null if there is none. */
  private async nextDue(tx: EntityManager, clock: TenantClock): Promise<BusinessTime | null> {
    return (await nextDue.first(tx, { ...cursorOf(clock), limit: 1 }))?.at ?? null;
  }
}

const cursorOf = ({ tenantId, cursorTime, cursorDomain }: TenantClock) => ({
  tenant: tenantId,
  after: cursorTime,
  after_domain: cursorDomain,
});
