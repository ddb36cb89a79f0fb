import { useSyncExternalStore } from 'react';

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const minute = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const second = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always', style: 'long' });

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const STEP_MS = 5_000;

/** One clock for all the times of a page. */
const listeners = new Set<() => void>();
setInterval(() => {
  for (const listener of listeners) listener();
}, STEP_MS);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const useNow = () => useSyncExternalStore(subscribe, () => Math.floor(Date.now() / STEP_MS) * STEP_MS);

/** "5 minutes ago", with the exact instant on hover. */
export function Time({ at, never = '–' }: { at: string | null | undefined; never?: string }) {
  const now = useNow();
  if (!at) return <span className={never === '–' ? 'none' : 'faint'}>{never}</span>;
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {tell(Date.parse(at), now)}
    </time>
  );
}

/** The exact instant, with how long ago it was on hover. */
export function ExactTime({ at, seconds }: { at: string; seconds?: boolean }) {
  const date = new Date(at);
  const now = useNow();
  const text = seconds ? `${day.format(date)}, ${second.format(date)}` : minute.format(date);
  return (
    <time dateTime={at} title={`${exact.format(date)} · ${tell(date.getTime(), now)}`}>
      {text}
    </time>
  );
}

/** As logs have it: the second of today, or the day too, with how long ago it was on hover. */
export function ClockTime({ at }: { at: string }) {
  const date = new Date(at);
  const now = useNow();
  const isToday = date.toDateString() === new Date(now).toDateString();
  return (
    <time dateTime={at} title={`${exact.format(date)} · ${tell(date.getTime(), now)}`}>
      {isToday ? second.format(date) : `${dayOfYear.format(date)}, ${second.format(date)}`}
    </time>
  );
}

export function Day({ at, never = 'never' }: { at: string | null; never?: string }) {
  if (!at) return <span className="faint">{never}</span>;
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {day.format(new Date(at))}
    </time>
  );
}

function tell(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1_000);
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  return seconds > STEP_MS / 1_000 || seconds <= -10 ? relative.format(seconds, 'second') : 'just now';
}

/** A day and a time of the visitor's own zone, as `<input type="datetime-local">` takes it. */
export function forInput(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
