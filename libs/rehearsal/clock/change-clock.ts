import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { PathTenant } from '#access';
import { type Actor, audit } from '#platform/audit';
import { businessTime, Clock } from '#platform/clock';
import { Database, isLockTimeout, Notifications } from '#platform/database';
import { Idempotency, type IdempotentRequest } from '#platform/idempotency';
import { newId } from '#platform/ids';
import { Expiry, Registrations } from '#domains';
import { OrderRepository } from '#orders';
import { ClockRepository, type TenantClock } from '#tenancy';
import { ClockChange, type ClockRequest, resolve } from '../model/clock-change.js';
import { ClockBackwards } from '../model/errors.js';
import { ClockChanges } from '../storage/clock-changes.js';

type ChangedTenant = Pick<PathTenant, 'id' | 'slug'>;

/** An API request, or a person or command-line user, whose changes are audited. */
interface Origin {
  idempotent?: IdempotentRequest;
  requestId?: string;
  by?: Actor;
}

/** Thrown to roll back a change that has to wait. */
class NotYet {
  constructor(readonly waitFor: () => Promise<unknown>) {}
}

/**
 * Sets or advances the clock of a tenant. Everything that falls due on the way happens first, in batches: after each, the
 * clock stands at the last event that happened. Any process can continue a change whose process has ended.
 */
@Injectable()
export class ChangeClock {
  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
    private readonly changes: ClockChanges,
    private readonly expiry: Expiry,
    private readonly orders: OrderRepository,
    private readonly registrations: Registrations,
    private readonly idempotency: Idempotency,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the change when it is complete and all processes know the new time. A repeated idempotency key continues the
   * first change.
   * @throws ClockBackwards · ValidationFailed · IdempotencyKeyReused · IdempotencyInProgress
   */
  async execute(tenant: ChangedTenant, request: ClockRequest, origin: Origin): Promise<ClockChange> {
    for (;;) {
      try {
        const { subject } = await this.idempotency.runOnce(
          origin.idempotent,
          tx => this.begin(tx, tenant, request, origin),
          tx => this.clocks.lock(tx, tenant.id, 'exclusive'),
        );
        const change = await this.finish(tenant, subject);
        await this.notifications.confirmed();
        return change;
      } catch (error) {
        if (error instanceof NotYet) await error.waitFor();
        // Other changes of the clock took longer than a statement can wait for them.
        else if (!isLockTimeout(error)) throw error;
      }
    }
  }

  /** Makes the remaining steps of a change, unless `isStopping` in between. */
  async finish(tenant: ChangedTenant, id: string, isStopping = () => false): Promise<ClockChange> {
    let change = await this.changes.get(id);
    while (!change.isFinished && !isStopping()) {
      try {
        change = await this.database.transaction(async tx => {
          const clock = await this.clocks.lock(tx, tenant.id, 'exclusive');
          const current = await this.changes.refresh(tx, change);
          if (current.isFinished) return current;
          current.changedAt = this.clock.now();
          return this.step(tx, tenant, clock, current);
        });
      } catch (error) {
        // Another process made a step in the meantime.
        if (!isLockTimeout(error)) throw error;
      }
    }
    return change;
  }

  /** Makes the first step, which completes a small change in its first transaction. */
  private async begin(
    tx: PoolClient,
    tenant: ChangedTenant,
    request: ClockRequest,
    { requestId, by }: Origin,
  ): Promise<{ subject: string }> {
    const clock = await this.clocks.lock(tx, tenant.id, 'exclusive');
    const { changeId } = clock;
    if (changeId !== null) throw new NotYet(() => this.finish(tenant, changeId));
    const change = await this.prepare(tx, clock, request, requestId ?? null);
    if (clock.mode === 'real' && change.mode !== 'real') throw new NotYet(() => this.leaveRealTime(tenant));
    if (by) await audit(tx, by, entryOf(clock, change), change.changedAt);
    await this.changes.insert(tx, change);
    clock.changeId = change.id;
    await this.step(tx, tenant, clock, change);
    return { subject: change.id };
  }

  private async prepare(
    tx: PoolClient,
    clock: TenantClock,
    request: ClockRequest,
    requestId: string | null,
  ): Promise<ClockChange> {
    const real = this.clock.now();
    const now = clock.now(real);
    const { mode, target } = resolve(request, { mode: clock.mode, now, real });
    if (target < now && (await this.holdsAnythingAfter(tx, clock, real)))
      throw new ClockBackwards(now, 'something has happened after real time');
    const facts = { happened: [], total: 0, changedAt: real, isFinished: false };
    return Object.assign(new ClockChange(), {
      id: newId('clk'),
      tenantId: clock.tenantId,
      mode,
      target,
      requestId,
      ...facts,
    } satisfies Omit<ClockChange, 'add' | 'unlisted'>);
  }

  private async holdsAnythingAfter(tx: PoolClient, { tenantId, happenedUntil }: TenantClock, real: Date) {
    const time = businessTime(real);
    return (
      (happenedUntil !== null && happenedUntil > time) ||
      (await this.orders.existsAfter(tx, tenantId, time)) ||
      (await this.registrations.existsAfter(tx, tenantId, time))
    );
  }

  /** Lets a batch of events happen, and moves the clock to the last one, or to the target if there are no more. */
  private async step(
    tx: PoolClient,
    tenant: ChangedTenant,
    clock: TenantClock,
    change: ClockChange,
  ): Promise<ClockChange> {
    const listed = change.unlisted;
    // A reset of the tenant cancels the change.
    if (clock.changeId === change.id) {
      const { target: until, requestId } = change;
      const batch = await this.expiry.happen(tx, { tenant, clock, until, requestId, listed });
      change.add(batch.events, batch.count);
      change.isFinished = batch.isComplete;
      if (batch.isComplete) settle(clock, change);
      else clock.freeze(clock.happenedUntil!);
      await this.clocks.save(tx, tenant.slug, clock);
    } else change.isFinished = true;
    await this.changes.update(tx, change, { isListChanged: listed > 0 });
    return change;
  }

  /**
   * Makes a real clock a running one that shows the same time, so that checkouts lock it from now on. Returns when the
   * checkouts have ended that did not.
   */
  private async leaveRealTime(tenant: ChangedTenant): Promise<void> {
    await this.database.transaction(async tx => {
      const clock = await this.clocks.lock(tx, tenant.id, 'exclusive');
      const real = this.clock.now();
      if (clock.mode === 'real') clock.run(businessTime(real), real);
      await this.clocks.save(tx, tenant.slug, clock);
    });
    await this.notifications.confirmed();
  }
}

function settle(clock: TenantClock, { mode, target, changedAt }: ClockChange): void {
  clock.changeId = null;
  if (mode === 'real') clock.followRealTime(changedAt);
  else if (mode === 'running') clock.run(target, changedAt);
  else clock.freeze(target);
}

const entryOf = (clock: TenantClock, { tenantId, mode, target, changedAt }: ClockChange) => ({
  tenantId,
  action: 'clock.change',
  subject: tenantId,
  // `leaveRealTime` has made a real clock a running one.
  before: {
    mode: clock.mode === 'running' && clock.offsetMs === 0 ? 'real' : clock.mode,
    now: clock.now(changedAt).toISOString(),
  },
  after: { mode, now: target.toISOString() },
});
