import { plural } from '../ui/format.js';

/** Units shorter than a month, in milliseconds. */
const UNITS = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000 };

/** Splits the time between two dates into units, the largest first, by the calendar in UTC. `from` is not after `to`. */
function timeSpan(from: Date, to: Date): { unit: string; amount: number }[] {
  const months = monthsBetween(from, to);
  let rest = to.getTime() - addMonths(from, months).getTime();
  const smaller = Object.entries(UNITS).map(([unit, length]) => {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    return { unit, amount };
  });
  return [{ unit: 'year', amount: Math.floor(months / 12) }, { unit: 'month', amount: months % 12 }, ...smaller];
}

function monthsBetween(from: Date, to: Date): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return addMonths(from, months) > to ? months - 1 : months;
}

/** The time between two dates in its two largest units, such as "1 year and 2 months"; empty below a second. */
export function formatSpan(from: Date, to: Date): string {
  const amounts = timeSpan(from, to);
  const first = amounts.findIndex(({ amount }) => amount > 0);
  if (first < 0) return '';
  const shown = amounts.slice(first, first + 2).filter(({ amount }) => amount > 0);
  return shown.map(({ unit, amount }) => plural(amount, unit)).join(' and ');
}

/** Adds months in UTC. A missing day becomes the last day of the month: January 31 plus one month is in February. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return moved;
}
