import { DateTime, Duration } from 'luxon';
import { type BusinessTime, businessTime } from './business-time.js';

/** Only the last number can have a fraction, after a comma or a point. */
const FORM = /^P[^.,]*(?:[.,]\d+[A-Z])?$/;

/** A duration in ISO 8601 that is neither empty nor negative; undefined for other texts. Letters have either case (RFC 3339). */
function parse(given: string): Duration | undefined {
  const text = given.toUpperCase();
  if (!FORM.test(text) || text.endsWith('T')) return undefined;
  // Luxon parses a comma only before seconds, and at most 20 digits.
  const duration = Duration.fromISO(text.replace(/[.,](\d{1,20})\d*/, '.$1'));
  const parts = Object.values(duration.toObject()) as number[];
  return duration.isValid && parts.length > 0 && parts.every(part => part >= 0) ? duration : undefined;
}

const MAX_LENGTH = 64;

/** Why a value is not a duration; undefined if it is one. */
export const problemOfDuration = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= MAX_LENGTH && parse(value)
    ? undefined
    : 'must be a duration in ISO 8601 that is not negative, for example P1Y, P30D or PT12H';

/** Adds a duration by the calendar in UTC: January 31 plus one month is the last day of February. */
export function addDuration(time: BusinessTime, text: string): BusinessTime {
  const moved = DateTime.fromMillis(time.getTime(), { zone: 'utc' }).plus(parse(text)!);
  // A time beyond the calendar is later than all others.
  return businessTime(moved.isValid ? moved.toMillis() : LATEST_MS);
}

const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');
