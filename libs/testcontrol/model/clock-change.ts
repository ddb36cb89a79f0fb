import type { ClockSetting } from '#identity/access/model';
import { addDuration, type BusinessTime, businessTime, ValidationFailed } from '#platform/model';
import { ClockBackwards } from './errors.js';

/** A requested change of a clock. */
export type ClockRequest =
  | { mode: 'real' }
  | { mode: 'frozen' | 'running'; now?: BusinessTime }
  | { by: string }
  | { to: BusinessTime };

type Mode = ClockSetting['mode'];

/** @throws ValidationFailed when a real clock gets a time */
export function settingRequest({ mode, now }: { mode: Mode; now?: string }): ClockRequest {
  if (mode !== 'real') return { mode, ...(now !== undefined && { now: businessTime(now) }) };
  if (now !== undefined) throw ValidationFailed.of('now', 'must be omitted when mode is real');
  return { mode };
}

/** @throws ValidationFailed unless either `by` or `to` is given */
export function advanceRequest({ by, to }: { by?: string; to?: string }): ClockRequest {
  if (by !== undefined && to !== undefined) throw ValidationFailed.of('to', 'must be omitted when by is sent');
  if (by !== undefined) return { by };
  if (to !== undefined) return { to: businessTime(to) };
  throw ValidationFailed.of('by', 'is missing; send by (a duration, for example P1Y) or to (a time)');
}

/** An event that happened because of a change. */
export interface HappenedEvent {
  at: string;
  type: string;
  domain: string;
  event_id: string;
}

/** Maximum number of events that a change lists. */
const MAX_LISTED = 1_000;

/** Maximum time that a clock can be ahead of real time. */
const MAX_YEARS = 20;

/** A change of a clock. It is complete when all events until `target` are recorded. */
export class ClockChange {
  id: string;
  tenantId: string;
  /** The mode of the clock after the change. */
  mode: Mode;
  target: BusinessTime;
  requestId: string | null;
  /** The first events that happened. */
  listedEvents: HappenedEvent[];
  /** Number of all events that happened. */
  eventCount: number;
  /** Real time of the last step. */
  changedAt: Date;
  isFinished: boolean;

  /** Number of events that can still be listed. */
  get unlisted(): number {
    return Math.max(0, MAX_LISTED - this.eventCount);
  }

  /** @param events the first ones of `count` */
  add(events: { id: string; at: BusinessTime; type: string; domain: string }[], count: number): void {
    for (const { id, at, type, domain } of events)
      this.listedEvents.push({ at: at.toISOString(), type, domain, event_id: id });
    this.eventCount += count;
  }
}

interface Present {
  mode: Mode;
  now: BusinessTime;
  real: Date;
  /** Replaces a time in the past by `now`: the time was not past when the request arrived, or is checked again later. */
  isAccepted?: boolean;
}

/**
 * The time and mode that a request sets.
 * @throws ClockBackwards · ValidationFailed when the time is more than 20 years ahead of real time
 */
export function resolve(request: ClockRequest, present: Present): { mode: Mode; target: BusinessTime } {
  const { mode, now, real } = present;
  if ('by' in request)
    return { mode: advanced(mode), target: checkTarget('by', addDuration(now, request.by), present) };
  if ('to' in request) return { mode: advanced(mode), target: checkTarget('to', request.to, present) };
  if (request.mode === 'real') return { mode: 'real', target: businessTime(real) };
  return { mode: request.mode, target: checkTarget('now', request.now ?? now, present) };
}

const advanced = (mode: Mode): Mode => (mode === 'real' ? 'running' : mode);

function checkTarget(field: string, target: BusinessTime, { now, real, isAccepted = false }: Present): BusinessTime {
  if (target < now && !isAccepted) throw new ClockBackwards(now);
  assertNotTooFarAhead(field, target, real);
  return target < now ? now : target;
}

/** @throws ValidationFailed when the time is more than 20 years ahead of real time */
export function assertNotTooFarAhead(field: string, time: BusinessTime, real: Date): void {
  const latest = new Date(real);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS);
  if (time.getTime() > latest.getTime())
    throw ValidationFailed.of(field, `must not move the clock more than ${MAX_YEARS} years ahead of real time`);
}
