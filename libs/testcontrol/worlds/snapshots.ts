import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isHeld } from '#domains';
import { DEFAULT_REGISTRY, type PathTenant } from '#identity/access';
import { type BusinessTime, businessTime, Clock } from '#platform/process/clock';
import { Database, isLockTimeout, Notifications } from '#platform/database';
import { ValidationFailed } from '#platform/model';
import { ClockRepository, type TenantClock } from '#tenancy';
import { ClockControl } from '../clock/clock-control.js';
import type { ClockState, RestoredView, WorldSnapshot } from '../contract.js';
import { assertNotTooFarAhead } from '../model/clock-change.js';
import { withDefaults } from '../registry/registry-control.js';
import { QueueByKey } from '../queue-by-key.js';
import { buildWorld } from './build-world.js';
import { requireSize, viewWorld } from './view-world.js';
import { insertState, makeRepeatable, readState, removeState } from './world-state.js';

/** Attempts to lock the clock. A step of a clock change can hold the lock for longer than the lock timeout. */
const MAX_ATTEMPTS = 10;

/** Causes a retry, because orders and payments do not lock the clock. */
class ClockUnlocked extends Error {}

/** Sorts after all domains. A cursor with this text is past all events that are due at its time. */
const AFTER_ALL_DOMAINS = '~';

/** Snapshots of the worlds of tenants. */
@Injectable()
export class Snapshots {
  /** Runs one restore of a tenant at a time. Waiting restores use no database connections. */
  private readonly queue = new QueueByKey();

  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
    private readonly clockControl: ClockControl,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  /** @throws WorldTooLarge */
  async take(tenantId: string): Promise<WorldSnapshot> {
    const snapshot = await this.database.transaction(async tx => {
      await makeRepeatable(tx);
      const state = await readState(tx, tenantId);
      return viewWorld(state, await this.clocks.get(tenantId, tx), this.clock.now());
    });
    return requireSize(snapshot);
  }

  /**
   * Replaces the world of a tenant by a snapshot in one transaction. Orders and payments run before or after it. No event is
   * recorded, and due dates in the past count as happened. A change of the clock in progress is canceled.
   * @throws ValidationFailed · WorldTooLarge
   */
  restore(tenant: PathTenant, snapshot: WorldSnapshot): Promise<RestoredView> {
    return this.queue.run(tenant.id, async () => {
      this.build(tenant, snapshot, await this.clocks.get(tenant.id));
      try {
        return await this.replace(tenant, snapshot);
      } finally {
        await this.notifications.confirmed();
      }
    });
  }

  /** Retries if a clock change ends between `requireLocks` and the lock, after which orders no longer lock the clock. */
  private async replace(tenant: PathTenant, snapshot: WorldSnapshot): Promise<RestoredView> {
    for (let attempt = 1; ; attempt++)
      try {
        await this.clockControl.requireLocks(tenant);
        return await this.database.transaction(tx => this.replaceIn(tx, tenant, snapshot));
      } catch (error) {
        const isRetried = isLockTimeout(error) || error instanceof ClockUnlocked;
        if (!isRetried || attempt === MAX_ATTEMPTS) throw error;
      }
  }

  private async replaceIn(tx: EntityManager, tenant: PathTenant, snapshot: WorldSnapshot): Promise<RestoredView> {
    const clock = await this.clocks.lock(tx, tenant.id, 'exclusive');
    if (clock.isUnlocked) throw new ClockUnlocked();
    await readState(tx, tenant.id); // throws if the world is too large to be removed in a transaction
    const { state, now } = this.build(tenant, snapshot, clock);
    await removeState(tx, tenant.id);
    await insertState(tx, tenant.id, state);
    clock.changeId = null;
    clock.lockedSince = null;
    clock.moveCursor({ at: now, domain: AFTER_ALL_DOMAINS });
    clock.scheduleCheck(now, this.clock.now());
    await this.clocks.save(tx, tenant.slug, clock);
    const { orders, payments, registrations, faults } = state;
    return {
      orders: orders.length,
      payments: payments.length,
      registrations: registrations.filter(isHeld).length,
      faults: faults.length,
    };
  }

  /** Sets the clock as in the snapshot, and builds the state at that time. */
  private build(tenant: PathTenant, snapshot: WorldSnapshot, clock: TenantClock) {
    const real = this.clock.now();
    if (snapshot.clock) applyTo(clock, snapshot.clock, real);
    clock.registry = snapshot.registry ? withDefaults(snapshot.registry) : null;
    const now = clock.now(real);
    return {
      state: buildWorld(snapshot, { tenant, now, real, registry: { ...DEFAULT_REGISTRY, ...clock.registry } }),
      now,
    };
  }
}

/** @throws ValidationFailed */
function applyTo(clock: TenantClock, { mode, now, offset_seconds }: ClockState, real: Date): void {
  checkMembers(mode, { now, offset_seconds });
  if (mode === 'real') return clock.followRealTime(real);
  if (mode === 'frozen') return clock.freeze(checkTime('clock.now', businessTime(new Date(now!)), real));
  const ahead = real.getTime() + Math.round(offset_seconds! * 1_000);
  const time = businessTime(Math.max(-MAX_DATE_MS, Math.min(ahead, MAX_DATE_MS)));
  clock.run(checkTime('clock.offset_seconds', time, real), real);
}

const MEMBER = { real: undefined, frozen: 'now', running: 'offset_seconds' } as const;

function checkMembers(mode: ClockState['mode'], members: Omit<ClockState, 'mode'>): void {
  for (const [name, value] of Object.entries(members)) {
    const isNeeded = MEMBER[mode] === name;
    if (isNeeded === (value !== undefined)) continue;
    const message = isNeeded ? `is missing; a ${mode} clock needs it` : `must be omitted when mode is ${mode}`;
    throw ValidationFailed.of(`clock.${name}`, message);
  }
}

function checkTime(field: string, time: BusinessTime, real: Date): BusinessTime {
  assertNotTooFarAhead(field, time, real);
  if (time.getTime() < EARLIEST_MS) throw ValidationFailed.of(field, 'must not move the clock before the year 1');
  return time;
}

/** Range of `Date`; other times are invalid, and compare with nothing. */
const MAX_DATE_MS = 8.64e15;

const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
