import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PathTenant } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { businessTime, Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, isLockTimeout, isStatementTimeout, Notifications } from '#platform/database';
import { type Blocked, Idempotency, type IdempotentRequest, type Result } from '#platform/http/idempotency';
import { newId } from '#platform/security/ids';
import { Registrations } from '#domains';
import { RegistryEvents } from '#registry';
import { OrderRepository } from '#orders';
import { ClockRepository, type TenantClock } from '#tenancy';
import type { ClockChanged, ClockProgress } from '../contract.js';
import { ClockChange, type ClockRequest, resolve } from '../model/clock-change.js';
import { ClockBackwards } from '../model/errors.js';
import { ClockChanges } from '../storage/clock-changes.js';
import { QueueByKey } from '../queue-by-key.js';

type ChangedTenant = Pick<PathTenant, 'id' | 'slug' | 'currency'>;

/** Who changes the clock: an API request, or a person or command-line user (`by`), whose changes are audited. */
interface Origin {
  idempotent?: IdempotentRequest;
  requestId?: string | null;
  by?: Actor;
}

/** What delays a change: an unfinished change with this ID, or a clock that orders and payments do not lock yet. */
type Obstacle = { change: string } | 'unlocked clock';

/** Timeouts in a row before a change fails. Each one makes the next step smaller. */
const MAX_TIMEOUTS = 5;

/**
 * Reads, sets and advances the clocks of tenants. All events that are due until the new time are recorded first, in batches.
 * Between batches, the clock is frozen at the last recorded event. Any process can continue the change of a process that has
 * ended.
 */
@Injectable()
export class ClockControl {
  /** Lets the changes of a tenant wait without occupying database connections, which other tenants need. */
  private readonly queue = new QueueByKey();

  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
    private readonly changes: ClockChanges,
    private readonly events: RegistryEvents,
    private readonly orders: OrderRepository,
    private readonly registrations: Registrations,
    private readonly idempotency: Idempotency,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async read(tenantId: string): Promise<ClockProgress> {
    const clock = await this.clocks.get(tenantId);
    const real = this.clock.now();
    const now = clock.now(real);
    const change = clock.changeId === null ? undefined : await this.changes.get(clock.changeId);
    return {
      mode: clock.mode,
      now: now.toISOString(),
      offset_seconds: clock.mode === 'real' ? 0 : (now.getTime() - real.getTime()) / 1_000,
      moving_to: change?.target.toISOString() ?? null,
    };
  }

  /** Changes the clock, and returns the response of the API: the clock after the change, and the events on the way. */
  async changeAndView(tenant: ChangedTenant, request: ClockRequest, origin: Origin): Promise<ClockChanged> {
    const { listedEvents: happened, eventCount } = await this.change(tenant, request, origin);
    const { moving_to: _, ...clock } = await this.read(tenant.id);
    return { ...clock, happened, more: eventCount - happened.length, meta: { source: this.settings.source } };
  }

  /**
   * Returns the change when it is complete, after waiting up to a second until all processes know the new time. A repeated
   * idempotency key continues the first change.
   * @throws ClockBackwards · ValidationFailed · IdempotencyKeyReused · IdempotencyInProgress
   */
  change(tenant: ChangedTenant, request: ClockRequest, origin: Origin): Promise<ClockChange> {
    return this.queue.run(tenant.id, async () => {
      const change = await this.finish(tenant, await this.start(tenant, request, origin));
      await this.notifications.confirmed();
      return change;
    });
  }

  /** Makes the remaining steps of a change, until `isStopping` returns true. */
  async finish(tenant: ChangedTenant, id: string, isStopping = () => false): Promise<ClockChange> {
    let change = await this.changes.get(id);
    for (let timeouts = 0; !change.isFinished && !isStopping();) {
      try {
        change = await this.database.transaction(async tx => {
          const clock = await this.clocks.lock(tx, tenant.id, 'exclusive');
          const current = await this.changes.get(id, tx);
          if (current.isFinished) return current;
          current.changedAt = this.clock.now();
          return this.step(tx, tenant, clock, current);
        });
        timeouts = 0;
      } catch (error) {
        const isTooSlow = isStatementTimeout(error) && ++timeouts < MAX_TIMEOUTS;
        // A lock timeout is always retried: the transaction that holds the lock will end.
        if (!isTooSlow && !isLockTimeout(error)) throw error;
      }
    }
    return change;
  }

  /** Begins a change and returns its ID. A repeated idempotency key returns the ID of the first change. */
  private async start(tenant: ChangedTenant, request: ClockRequest, origin: Origin): Promise<string> {
    for (let timeouts = 0, isAccepted = false; ;) {
      try {
        const outcome = await this.idempotency.runOnce(
          origin.idempotent,
          tx => this.begin(tx, tenant, request, { ...origin, isAccepted }),
          tx => this.clocks.lock(tx, tenant.id, 'exclusive'),
        );
        if ('subject' in outcome) return outcome.subject;
        if (outcome.blockedBy === 'unlocked clock') {
          await this.requireLocks(tenant);
          isAccepted = true;
        } else await this.finish(tenant, outcome.blockedBy.change);
      } catch (error) {
        const isTooSlow = isStatementTimeout(error) && ++timeouts < MAX_TIMEOUTS;
        // A lock timeout is always retried: the transaction that holds the lock will end.
        if (!isTooSlow && !isLockTimeout(error)) throw error;
      }
    }
  }

  /**
   * Makes the first step, which completes a small change in its first transaction.
   * @param options `isAccepted`: the time was checked before `requireLocks`; it is accepted even if it has passed since
   */
  private async begin(
    tx: EntityManager,
    tenant: ChangedTenant,
    request: ClockRequest,
    { requestId = null, by, isAccepted }: Origin & { isAccepted: boolean },
  ): Promise<Result | Blocked<Obstacle>> {
    const clock = await this.clocks.lock(tx, tenant.id, 'exclusive');
    if (clock.changeId !== null) return { blockedBy: { change: clock.changeId } };
    const change = await this.prepare(tx, clock, request, { requestId, isAccepted });
    if (clock.isUnlocked && change.mode !== 'real') return { blockedBy: 'unlocked clock' };
    if (by) await audit(tx, by, entryOf(clock, change), change.changedAt);
    await this.changes.insert(tx, change);
    clock.changeId = change.id;
    await this.step(tx, tenant, clock, change);
    return { subject: change.id };
  }

  private async prepare(
    tx: EntityManager,
    clock: TenantClock,
    request: ClockRequest,
    { requestId, isAccepted }: { requestId: string | null; isAccepted: boolean },
  ): Promise<ClockChange> {
    const real = this.clock.now();
    const now = clock.now(real);
    const { mode, target } = resolve(request, { mode: clock.mode, now, real, isAccepted });
    if (target < now && (await this.hasDataAfter(tx, clock, real)))
      throw new ClockBackwards(now, 'the tenant has data that is dated later than real time');
    const facts = { listedEvents: [], eventCount: 0, changedAt: real, isFinished: false };
    return Object.assign(new ClockChange(), {
      id: newId('clk'),
      tenantId: clock.tenantId,
      mode,
      target,
      requestId,
      ...facts,
    } satisfies Omit<ClockChange, 'add' | 'unlisted'>);
  }

  private async hasDataAfter(tx: EntityManager, { tenantId, cursorTime }: TenantClock, real: Date) {
    const time = businessTime(real);
    return (
      (cursorTime !== null && cursorTime > time) ||
      (await this.orders.existsAfter(tx, tenantId, time)) ||
      (await this.registrations.existsAfter(tx, tenantId, time))
    );
  }

  /** Records a batch of due events, and moves the clock to the last one, or to the target if there are no more. */
  private async step(
    tx: EntityManager,
    tenant: ChangedTenant,
    clock: TenantClock,
    change: ClockChange,
  ): Promise<ClockChange> {
    const listed = change.unlisted;
    // A reset of the tenant cancels the change.
    if (clock.changeId === change.id) {
      const { target: until, requestId } = change;
      const batch = await this.events.recordBatch(tx, { tenant, clock, until, requestId, listed });
      change.add(batch.events, batch.count);
      change.isFinished = batch.isComplete;
      if (batch.isComplete) applyTo(clock, change);
      else clock.freeze(clock.cursorTime!);
      await this.clocks.save(tx, tenant.slug, clock);
    } else change.isFinished = true;
    await this.changes.update(tx, change, { isListChanged: listed > 0 });
    return change;
  }

  /**
   * Makes orders and payments lock a real clock from now on, and waits until those without the lock have ended. Nothing else
   * changes, so a process may safely end before its change begins.
   */
  async requireLocks(tenant: ChangedTenant): Promise<void> {
    const isReal = await this.database.transaction(async tx => {
      const clock = await this.clocks.lock(tx, tenant.id, 'exclusive');
      if (clock.mode !== 'real') return false;
      clock.requireLocks(this.clock.now());
      await this.clocks.save(tx, tenant.slug, clock);
      return true;
    });
    // A process that has not confirmed may still run a statement that began before; later statements see the change.
    // The statement timeout is shorter than DATABASE_TIMEOUT.
    if (isReal && !(await this.notifications.confirmed())) await sleep(this.settings.databaseTimeoutMs);
  }
}

function applyTo(clock: TenantClock, { mode, target, changedAt }: ClockChange): void {
  clock.changeId = null;
  if (mode === 'real') clock.followRealTime(changedAt);
  else if (mode === 'running') clock.run(target, changedAt);
  else clock.freeze(target);
}

const entryOf = (clock: TenantClock, { tenantId, mode, target, changedAt }: ClockChange) => ({
  tenantId,
  action: 'clock.change',
  subject: tenantId,
  before: { mode: clock.mode, now: clock.now(changedAt).toISOString() },
  after: { mode, now: target.toISOString() },
});
