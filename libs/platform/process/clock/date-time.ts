/** RFC 3339, section 5.6, with `T` or a space; seconds can be omitted. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d|60)(?:\.(\d+))?)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Years with four digits, in UTC; PostgreSQL and ISO 8601 write other years differently. */
const [EARLIEST_MS, LATEST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

const LEAP_SECOND = '60';

/**
 * Parses a date and time with a time zone (RFC 3339) in the years 0001 to 9999; undefined for other texts. Digits after the
 * milliseconds are dropped. A leap second, which ends a month in UTC, becomes the first second of the next month, as in
 * PostgreSQL.
 */
export function parseDateTime(text: string): Date | undefined {
  const [, date, minute, second = '00', fraction = '', zone] = DATE_TIME.exec(text) ?? [];
  if (date === undefined || zone === undefined || !isInCalendar(date)) return undefined;
  const ms = fraction.slice(0, 3).padEnd(3, '0');
  const at = new Date(`${date}T${minute}:${second === LEAP_SECOND ? '59' : second}.${ms}${zone.toUpperCase()}`);
  if (second === LEAP_SECOND) {
    at.setUTCSeconds(60);
    if (!/-01T00:00:00/.test(at.toISOString())) return undefined;
  }
  return at.getTime() >= EARLIEST_MS && at.getTime() <= LATEST_MS ? at : undefined;
}

/** Whether a day exists. `Date` turns February 30 into a day in March. */
function isInCalendar(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
