import { type ClockSetting, timeOf } from '#access/model';
import { type BusinessTime, businessTime } from '#platform/model';

/** How often the worker looks at a clock that has nothing due soon. New registrations have nothing due for 335 days. */
const CHECK_INTERVAL_MS = 86_400_000;

/** The clock of a tenant, and up to where the life of its registrations has happened. */
export class TenantClock {
  tenantId: string;
  mode: ClockSetting['mode'];
  /** Null unless the clock is frozen. */
  frozenAt: BusinessTime | null;
  /** Time that a running clock is ahead of real time; otherwise 0. */
  offsetMs: number;
  /** Time and domain of the last event that became due. All that was due before has happened. */
  happenedUntil: BusinessTime | null;
  happenedDomain: string | null;
  /** The change that is moving the clock; null if there is none. */
  changeId: string | null;
  /** Real time when the worker next looks for due events; null while the clock is frozen. */
  checkAt: Date | null;

  static real(tenantId: string, at: Date): TenantClock {
    const nothing = { frozenAt: null, offsetMs: 0, happenedUntil: null, happenedDomain: null, changeId: null };
    return Object.assign(new TenantClock(), { tenantId, mode: 'real', ...nothing, checkAt: at } satisfies Fields);
  }

  get setting(): ClockSetting {
    return settingOf(this);
  }

  now(real: Date): BusinessTime {
    return timeOf(this.setting, real);
  }

  freeze(at: BusinessTime): void {
    Object.assign(this, { mode: 'frozen', frozenAt: at, offsetMs: 0, checkAt: null } satisfies Partial<Fields>);
  }

  /** Runs from `from` at the real time `real`. */
  run(from: BusinessTime, real: Date): void {
    const offsetMs = from.getTime() - real.getTime();
    Object.assign(this, { mode: 'running', frozenAt: null, offsetMs, checkAt: real } satisfies Partial<Fields>);
  }

  followRealTime(real: Date): void {
    Object.assign(this, { mode: 'real', frozenAt: null, offsetMs: 0, checkAt: real } satisfies Partial<Fields>);
  }

  /** Starts again with real time. What was due until now counts as happened. */
  reset(real: Date): void {
    this.followRealTime(real);
    this.changeId = null;
    this.moveCursor({ at: businessTime(real), domain: '' });
  }

  /** Records the last event that has happened. */
  moveCursor({ at, domain }: { at: BusinessTime; domain: string }): void {
    this.happenedUntil = at;
    this.happenedDomain = domain;
  }

  /** Whether an event may have become due that has not happened yet. */
  isCheckDue(real: Date): boolean {
    return this.checkAt !== null && this.checkAt <= real;
  }

  /** Schedules the next look at the clock, after all that was due has happened. `due` is the next event. */
  scheduleCheck(due: BusinessTime | null, real: Date): void {
    if (this.mode === 'frozen') return;
    const latest = real.getTime() + CHECK_INTERVAL_MS;
    this.checkAt = new Date(due === null ? latest : Math.min(due.getTime() - this.offsetMs, latest));
  }
}

type Methods =
  'setting' | 'now' | 'freeze' | 'run' | 'followRealTime' | 'reset' | 'moveCursor' | 'isCheckDue' | 'scheduleCheck';
type Fields = Omit<TenantClock, Methods>;

/** The setting in the columns of a clock. */
export function settingOf({
  mode,
  frozenAt,
  offsetMs,
}: Pick<TenantClock, 'mode' | 'frozenAt' | 'offsetMs'>): ClockSetting {
  if (mode === 'frozen' && frozenAt) return { mode, at: frozenAt };
  return mode === 'running' ? { mode, offsetMs } : { mode: 'real' };
}
