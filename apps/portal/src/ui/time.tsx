import { createStore } from '../lib/store';
import { useNow } from '../lib/use-now';
import { formatDuration, plural } from './format';

const formatter = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const DAY = { day: 'numeric', month: 'short' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

const exact = formatter({ dateStyle: 'medium', timeStyle: 'long' });
const day = formatter({ ...DAY, year: 'numeric' });
const dayOfYear = formatter(DAY);
const minute = formatter({ ...DAY, ...MINUTE });
const timeOfDay = formatter(SECOND);
const timeOfDayMs = formatter({ ...SECOND, fractionalSecondDigits: 3 });
const utcMinute = formatter({ ...DAY, year: 'numeric', ...MINUTE, timeZone: 'UTC' });
const utcSecond = formatter({ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always', style: 'long' });

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const STEP_MS = 5_000;

/** The current time in steps of five seconds, shared by all relative times. */
const clock = createStore(Date.now());
setInterval(() => clock.set(Date.now()), STEP_MS);

interface TimeProps {
  at: string | null | undefined;
  /** Text that is shown if `at` is missing. */
  never?: string;
  /**
   * By default a relative time such as "5 minutes ago"; otherwise named after the smallest unit. `recentSecond` and
   * `recentMillisecond` omit the date if it is today.
   */
  format?: 'relative' | 'day' | 'minute' | 'second' | 'millisecond' | 'recentSecond' | 'recentMillisecond';
}

/** A point in time. The tooltip shows the exact and the relative time. */
export function Time({ at, never, format = 'relative' }: TimeProps) {
  const now = clock.use();
  if (!at) return <span className={never ? 'text-muted' : 'no-value'}>{never ?? '–'}</span>;
  const date = new Date(at);
  const ago = relativeTime(date.getTime(), now);
  const isToday = date.toDateString() === new Date(now).toDateString();
  const text = {
    relative: () => ago,
    day: () => day.format(date),
    minute: () => minute.format(date),
    second: () => `${day.format(date)}, ${timeOfDay.format(date)}`,
    millisecond: () => `${day.format(date)}, ${timeOfDayMs.format(date)}`,
    recentMillisecond: () => (isToday ? '' : `${dayOfYear.format(date)}, `) + timeOfDayMs.format(date),
    recentSecond: () => (isToday ? '' : `${dayOfYear.format(date)}, `) + timeOfDay.format(date),
  }[format];
  return (
    <time dateTime={at} title={`${exact.format(date)} · ${ago}`}>
      {text()}
    </time>
  );
}

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** The time until a point in time, counted down every second, such as "1 h 5 min" or "4 min 20 s". */
export function TimeLeft({ at, over }: { at: string; /** Text after that time. */ over: string }) {
  const seconds = Math.ceil((Date.parse(at) - useNow()) / 1_000);
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {seconds > 0 ? formatSeconds(seconds) : over}
    </time>
  );
}

/** Formats a duration: "85 ms", "2 min 5 s" or "3 days". */
export function formatElapsed(ms: number): string {
  if (ms < 10_000) return formatDuration(ms);
  const seconds = Math.round(ms / 1_000);
  return seconds < DAY_S ? formatSeconds(seconds) : plural(Math.floor(seconds / DAY_S), 'day');
}

function formatSeconds(seconds: number): string {
  if (seconds < MINUTE_S) return `${seconds} s`;
  const minutes = Math.floor(seconds / MINUTE_S);
  if (seconds < HOUR_S) return `${minutes} min ${seconds % MINUTE_S} s`;
  return `${Math.floor(seconds / HOUR_S)} h ${minutes % MINUTE_S} min`;
}

/** A date and time in UTC, such as "1 Mar 2028, 12:00:00 UTC". */
export const formatUtc = (at: Date | string) => `${utcSecond.format(new Date(at))} UTC`;

/**
 * A time of the tenant's clock, in UTC like the clock, and never relative ("5 minutes ago"), because the clock can differ
 * from real time.
 */
export function BusinessTime({ at, never, seconds }: { at: string | null; never?: string; seconds?: boolean }) {
  if (at === null) return <span className={never ? 'text-muted' : 'no-value'}>{never ?? '–'}</span>;
  return (
    <time dateTime={at} title={formatUtc(at)}>
      {seconds ? formatUtc(at) : `${utcMinute.format(new Date(at))} UTC`}
    </time>
  );
}

function relativeTime(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1_000);
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  return seconds > STEP_MS / 1_000 || seconds <= -10 ? relative.format(seconds, 'second') : 'just now';
}

/** Local time as the value of `<input type="datetime-local">`. */
export function toInputValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/**
 * Converts the local time of `<input type="datetime-local">` to ISO 8601. For UTC, callers append `Z`. Returns a value that
 * JavaScript cannot read, such as a year with five digits, unchanged, so that the API rejects it.
 */
export function fromInputValue(value: string): string {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : at.toISOString();
}
