import { InvalidRange } from './errors.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const STEPS_MS = { second: SECOND_MS, minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
export type Step = keyof typeof STEPS_MS;

/** A time range of whole steps. */
export interface TimeRange {
  from: Date;
  /** Exclusive. */
  to: Date;
  step: Step;
}

const MAX_RANGE_MS = 92 * DAY_MS;

/** Rounding up to a whole step must not lead to the year 10000, which ISO 8601 writes differently. */
const LATEST_MS = Date.parse('9999-12-31T00:00:00Z');

/** Counts per second come from the request log. They are used for short ranges whose requests are certainly not deleted yet. */
const MAX_RANGE_OF_SECONDS_MS = 5 * MINUTE_MS;
const REQUESTS_KEPT_MS = 30 * DAY_MS - HOUR_MS;

/** Limits a chart to about 360 points. Minutes are used only while none of them can have been deleted. */
const MAX_RANGE_OF_MINUTES_MS = 6 * HOUR_MS;
const MAX_RANGE_OF_HOURS_MS = 14 * DAY_MS;
const MINUTES_KEPT_MS = 7 * DAY_MS - HOUR_MS;

/**
 * Widens the requested range, by default the last day, to whole steps.
 * @throws InvalidRange
 */
export function rangeOf(requested: { from?: string; to?: string }, now: Date): TimeRange {
  const to = requested.to === undefined ? now.getTime() : Date.parse(requested.to);
  const from = requested.from === undefined ? to - DAY_MS : Date.parse(requested.from);
  if (!(from < to) || to - from > MAX_RANGE_MS || to > LATEST_MS) throw new InvalidRange();
  const step = stepFor(from, to, now.getTime());
  const stepMs = STEPS_MS[step];
  return { from: new Date(Math.floor(from / stepMs) * stepMs), to: new Date(Math.ceil(to / stepMs) * stepMs), step };
}

function stepFor(from: number, to: number, now: number): Step {
  if (to - from <= MAX_RANGE_OF_SECONDS_MS && from > now - REQUESTS_KEPT_MS) return 'second';
  if (to - from <= MAX_RANGE_OF_MINUTES_MS && from > now - MINUTES_KEPT_MS) return 'minute';
  return to - from <= MAX_RANGE_OF_HOURS_MS ? 'hour' : 'day';
}

/** Returns the preceding range, whose length is the elapsed part of `range` in whole steps. `range` must not have ended. */
export function rangeBefore(range: TimeRange, now: Date): TimeRange {
  const { from, step } = range;
  const stepMs = STEPS_MS[step];
  const elapsedMs = Math.round((now.getTime() - from.getTime()) / stepMs) * stepMs;
  return { from: new Date(from.getTime() - elapsedMs), to: from, step };
}

/** The start of each step of a range. */
export function stepsOf({ from, to, step }: TimeRange): Date[] {
  const stepMs = STEPS_MS[step];
  const count = (to.getTime() - from.getTime()) / stepMs;
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * stepMs));
}
