import { type ClockSetting, type RegistrySettings, timeOf } from '#identity/access/model';
import { type BusinessTime, businessTime } from '#platform/model';

/** Maximum time until the next check of a clock. Most have nothing due soon: new registrations have no event for 335 days. */
const CHECK_INTERVAL_MS = 86_400_000;

/** Time within which a change of a real clock must begin. A process that takes longer requires the locks again. */
const LOCKED_MS = 10_000;

/** The clock of a tenant, and its cursor in the expiry events. */
export class TenantClock {
  tenantId: string;
  mode: ClockSetting['mode'] = 'real';
  /** Null unless the clock is frozen. */
  frozenAt: BusinessTime | null = null;
  /** Time that a running clock is ahead of real time; otherwise 0. */
  offsetMs = 0;
  /** Time and domain of the last recorded expiry event; null if there is none. */
  cursorTime: BusinessTime | null = null;
  cursorDomain: string | null = null;
  /** ID of the change that is moving the clock; null if there is none. */
  changeId: string | null = null;
  /** Real time when the worker next checks for due events; null while the clock is frozen. */
  checkAt: Date | null;
  /** Real time of the last reset of the tenant; null if there was none. */
  resetAt: Date | null = null;
  /**
   * Real time since which orders and payments lock the clock although it has real time, because a change is about to
   * begin; otherwise null.
   */
  lockedSince: Date | null = null;
  /** Settings of the registry, which payments read while the clock is locked; null for the defaults. */
  registry: RegistrySettings | null = null;

  static real(tenantId: string, at: Date): TenantClock {
    return Object.assign(new TenantClock(), { tenantId, checkAt: at });
  }

  get setting(): ClockSetting {
    return settingOf(this);
  }

  /** Whether orders and payments are dated by real time without locking the clock. */
  get isUnlocked(): boolean {
    return this.mode === 'real' && this.lockedSince === null;
  }

  now(real: Date): BusinessTime {
    return timeOf(this.setting, real);
  }

  freeze(at: BusinessTime): void {
    this.set({ mode: 'frozen', frozenAt: at, offsetMs: 0, checkAt: null });
  }

  /** Lets the clock run on from `from`, its time at the real time `real`. */
  run(from: BusinessTime, real: Date): void {
    const offsetMs = from.getTime() - real.getTime();
    this.set({ mode: 'running', frozenAt: null, offsetMs, checkAt: real });
  }

  followRealTime(real: Date): void {
    this.set({ mode: 'real', frozenAt: null, offsetMs: 0, checkAt: real });
  }

  private set(setting: Pick<TenantClock, 'mode' | 'frozenAt' | 'offsetMs' | 'checkAt'>): void {
    Object.assign(this, setting, { lockedSince: null });
  }

  /** Makes orders and payments lock a real clock. If no change follows, the next check of the worker ends this. */
  requireLocks(real: Date): void {
    this.lockedSince = real;
    this.scheduleCheck(this.checkAt && businessTime(this.checkAt), real);
  }

  /** Resets to real time and the default registry. Skips events that were due before. */
  reset(real: Date): void {
    this.followRealTime(real);
    this.changeId = null;
    this.resetAt = real;
    this.registry = null;
    this.moveCursor({ at: businessTime(real), domain: '' });
  }

  /** Moves the cursor forward to the last recorded event, which can be before it: decisions are found without the cursor. */
  advanceCursor(last: { at: BusinessTime; domain: string }): void {
    const ahead = this.cursorTime === null ? 1 : last.at.getTime() - this.cursorTime.getTime();
    if (ahead > 0 || (ahead === 0 && last.domain > this.cursorDomain!)) this.moveCursor(last);
  }

  /** Sets the cursor after all expiry events up to a time and domain. */
  moveCursor({ at, domain }: { at: BusinessTime; domain: string }): void {
    this.cursorTime = at;
    this.cursorDomain = domain;
  }

  /** Whether due events may still be unrecorded. */
  isCheckDue(real: Date): boolean {
    return this.checkAt !== null && this.checkAt <= real;
  }

  /** Schedules the next check, after all due events were recorded. `due` is the time of the next event. */
  scheduleCheck(due: BusinessTime | null, real: Date): void {
    if (this.mode === 'frozen') return;
    const lockedUntil = this.lockedSince === null ? Infinity : this.lockedSince.getTime() + LOCKED_MS;
    if (lockedUntil <= real.getTime()) this.lockedSince = null;
    const latest = Math.min(real.getTime() + CHECK_INTERVAL_MS, this.lockedSince === null ? Infinity : lockedUntil);
    this.checkAt = new Date(due === null ? latest : Math.min(due.getTime() - this.offsetMs, latest));
  }
}

/** Converts the columns of a clock to its setting. */
export function settingOf({
  mode,
  frozenAt,
  offsetMs,
}: Pick<TenantClock, 'mode' | 'frozenAt' | 'offsetMs'>): ClockSetting {
  if (mode === 'frozen' && frozenAt) return { mode, at: frozenAt };
  return mode === 'running' ? { mode, offsetMs } : { mode: 'real' };
}
