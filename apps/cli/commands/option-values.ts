import { InvalidArgumentError } from 'commander';
import { parseDateTime, textProblem } from '#platform/model';

/** Returns a parser that trims a value and rejects it if `problemOf` returns a problem, such as "must be a duration". */
export const checked =
  (problemOf: (value: unknown) => string | undefined) =>
  (text: string): string => {
    const value = text.trim();
    const problem = problemOf(value);
    if (problem) throw new InvalidArgumentError(`It ${problem}.`);
    return value;
  };

/** Returns a parser of one line of text with at most `max` characters. */
export const parseText = (max: number) => checked(value => textProblem(value, max));

export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(Boolean);

export const parseInteger =
  (min: number, max = 999_999_999) =>
  (text: string): number => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
  };

/** Maximum number of purchases that `explore` makes at the same time. */
export const MAX_WORKERS = 64;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Parses an ISO 8601 date (midnight UTC) or an RFC 3339 date-time. */
export function parseDate(text: string): Date {
  const date = dateIn(text);
  if (date) return date;
  throw new InvalidArgumentError('It must be a date such as 2027-12-31 or a time such as 2027-12-31T23:59:59Z.');
}

const dateIn = (text: string): Date | undefined => parseDateTime(DATE.test(text) ? `${text}T00:00:00Z` : text);

const UNITS = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };
const DURATION = /^(\d{1,5})([mhd])$/;

/** Parses a duration before now, an ISO 8601 date or an RFC 3339 date-time. */
export function parseSince(text: string): Date {
  const [, count, unit] = DURATION.exec(text) ?? [];
  const date = unit ? new Date(Date.now() - Number(count) * UNITS[unit as keyof typeof UNITS]) : dateIn(text);
  if (date) return date;
  throw new InvalidArgumentError(
    'It must be a duration such as 30m, 2h or 3d, or a time such as 2027-12-31T23:59:59Z.',
  );
}

/** Parses the slug of a tenant, which is sent as a header. The service checks whether the tenant exists. */
export function parseSlug(text: string): string {
  if (/^[!-~]{1,255}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the slug of a tenant, such as demo.');
}

/** Parses the base URL of a service, and removes `/api/v1` from its end. */
export function parseService(text: string): string {
  const address = text
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '');
  if (/^https?:\/\/[^?#]+$/.test(address) && URL.canParse(address)) return address;
  throw new InvalidArgumentError(
    'It must be an HTTP or HTTPS address without a query, such as https://sandbox.example.',
  );
}

/** Parses a URL, and returns its origin. */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new InvalidArgumentError('It must be a URL such as https://sandbox.example.com.');
}
