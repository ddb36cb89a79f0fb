import { InvalidRange } from './errors.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const STEPS_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
export type Step = keyof typeof STEPS_MS;

/** A stretch of time in whole steps. */
export interface TimeRange {
  from: Date;
  /** The first instant after it. */
  to: Date;
  step: Step;
}

const LONGEST_MS = 92 * DAY_MS;

/** Rounding up to a whole step must not lead to the year 10000, which ISO 8601 writes differently. */
const LATEST_MS = Date.parse('9999-12-31T00:00:00Z');

/** A step is chosen so that a chart has at most some 360 points, and its minutes have not begun to be removed. */
const LONGEST_IN_MINUTES_MS = 6 * HOUR_MS;
const LONGEST_IN_HOURS_MS = 14 * DAY_MS;
const MINUTES_SURE_MS = 7 * DAY_MS - HOUR_MS;

/**
 * The range that was asked for, by default the last day, widened to whole steps.
 * @throws InvalidRange
 */
export function rangeOf(asked: { from?: string; to?: string }, now: Date): TimeRange {
  const to = asked.to === undefined ? now.getTime() : Date.parse(asked.to);
  const from = asked.from === undefined ? to - DAY_MS : Date.parse(asked.from);
  if (!(from < to) || to - from > LONGEST_MS || to > LATEST_MS) throw new InvalidRange();
  const step = stepFor(from, to, now.getTime());
  const stepMs = STEPS_MS[step];
  return { from: new Date(Math.floor(from / stepMs) * stepMs), to: new Date(Math.ceil(to / stepMs) * stepMs), step };
}

function stepFor(from: number, to: number, now: number): Step {
  if (to - from <= LONGEST_IN_MINUTES_MS && from > now - MINUTES_SURE_MS) return 'minute';
  return to - from <= LONGEST_IN_HOURS_MS ? 'hour' : 'day';
}

/** When each step of a range begins. */
export function stepsOf({ from, to, step }: TimeRange): Date[] {
  const stepMs = STEPS_MS[step];
  const count = (to.getTime() - from.getTime()) / stepMs;
  return Array.from({ length: count }, (_, n) => new Date(from.getTime() + n * stepMs));
}
