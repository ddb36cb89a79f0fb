import { InvalidArgumentError } from 'commander';

/** How options are read; what cannot be read is refused with a sentence that says what it takes. */

export const words = (text: string): string[] =>
  text
    .split(',')
    .map(word => word.trim())
    .filter(Boolean);

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  return Number(text);
}

export const wholeFromOneTo =
  (most: number) =>
  (text: string): number => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It takes a whole number from 1 to ${most}.`);
  };

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A day begins at midnight UTC; the 31st of February is no day, though JavaScript takes it for one. */
export function instant(text: string): Date {
  const date = dateIn(text);
  if (date) return date;
  throw new InvalidArgumentError('It takes a date such as 2027-12-31, or an instant such as 2027-12-31T23:59:59Z.');
}

function dateIn(text: string): Date | undefined {
  const date = new Date(text);
  const day = INSTANT.exec(text)?.[1];
  return day && !Number.isNaN(date.getTime()) && new Date(day).toISOString().startsWith(day) ? date : undefined;
}

const UNITS = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };
const AGO = /^(\d{1,5})([mhd])$/;

/** So long before now, or since an instant. */
export function since(text: string): Date {
  const [, count, unit] = AGO.exec(text) ?? [];
  const date = unit ? new Date(Date.now() - Number(count) * UNITS[unit as keyof typeof UNITS]) : dateIn(text);
  if (date) return date;
  throw new InvalidArgumentError('It takes a time such as 30m, 2h or 3d, or an instant such as 2027-12-31T23:59:59Z.');
}
