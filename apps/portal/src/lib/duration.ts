import { plural } from '../ui/format.js';
import { addMonths } from './time-span.js';

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
export type DurationUnit = (typeof UNITS)[number];

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const LENGTHS = { week: 604_800_000, day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000 };

export interface Amount {
  unit: DurationUnit;
  amount: number;
}

/** Parses a duration in ISO 8601. Returns undefined for other texts, and for fractions. */
export function parseDuration(text: string): Amount[] | undefined {
  const parts = DURATION.exec(text.trim())?.slice(1);
  const amounts = parts?.flatMap((part, index) =>
    part === undefined ? [] : [{ unit: UNITS[index]!, amount: Number(part) }],
  );
  return amounts && amounts.length > 0 ? amounts : undefined;
}

/** A duration in ISO 8601, such as `P30D` or `PT12H`. */
export const formatIsoDuration = ({ unit, amount }: Amount): string =>
  `P${['hour', 'minute', 'second'].includes(unit) ? 'T' : ''}${amount}${unit[0]!.toUpperCase()}`;

const list = new Intl.ListFormat('en-GB');

/** A duration in words, such as "1 year, 2 months and 10 days". */
export const describeDuration = (amounts: readonly Amount[]): string =>
  list.format(amounts.map(({ unit, amount }) => plural(amount, unit)));

/** Adds a duration by the calendar in UTC. */
export function addDuration(from: Date, amounts: readonly Amount[]): Date {
  let at = from;
  for (const { unit, amount } of amounts) {
    if (unit === 'year') at = addMonths(at, 12 * amount);
    else if (unit === 'month') at = addMonths(at, amount);
    else at = new Date(at.getTime() + amount * LENGTHS[unit]);
  }
  return at;
}
