import { useState } from 'react';
import type { ClockProgress } from '#testcontrol/contract';
import { timeSpan } from '../../lib/time-span';
import { useClockTimes } from '../../shell/use-clock';
import { Badge, type Tone } from '../../ui/badge';
import { formatShare, plural } from '../../ui/format';
import { Card, Facts } from '../../ui/page';
import { formatUtc } from '../../ui/time';

const MODES: Record<ClockProgress['mode'], { label: string; tone: Tone; text: string }> = {
  real: { label: 'real time', tone: 'ok', text: 'Follows real time' },
  running: { label: 'running', tone: 'info', text: 'Runs at the speed of real time' },
  frozen: { label: 'frozen', tone: 'warn', text: 'Stands still until you change it' },
};

/** What the clock shows, and the progress of a change. */
export function PresentTime({ clock, readAt }: { clock: ClockProgress; readAt: number }) {
  const { present, real } = useClockTimes(clock, readAt);
  const { mode, moving_to, now } = clock;
  const [start, setStart] = useState(now);
  if (moving_to === null && start !== now) setStart(now);
  const { label, tone, text } = MODES[mode];
  return (
    <Card title="Present time">
      <p className="mb-4 flex flex-wrap items-center gap-x-3.5 gap-y-1">
        <time
          dateTime={present.toISOString()}
          className="text-[21px] font-semibold tracking-[-0.02em] tabular-nums sm:text-[26px]"
        >
          {formatUtc(present)}
        </time>
        {moving_to === null ? <Badge tone={tone}>{label}</Badge> : <Badge tone="info">moving</Badge>}
      </p>
      <Facts
        facts={{
          Mode: moving_to === null ? text : 'A change is in progress',
          'Compared to real time': mode === 'real' ? 'No difference' : compare(present, real),
          'Real time': formatUtc(real),
        }}
      />
      {moving_to !== null && <Progress from={start} now={now} to={moving_to} />}
    </Card>
  );
}

/** How far a change, which may come from elsewhere, has moved the clock since this page last saw it stand or run. */
function Progress({ from, now, to }: { from: string; now: string; to: string }) {
  const total = Math.max(1, Date.parse(to) - Date.parse(from));
  const moved = Date.parse(now) - Date.parse(from);
  return (
    <div className="mt-4.5 grid gap-1 tabular-nums">
      <progress className="h-2 w-full accent-accent" max={total} value={moved} aria-label="Progress of the clock" />
      <p>
        Moving to {formatUtc(to)}: {formatShare(moved, total)}
      </p>
    </div>
  );
}

const MINUTE_MS = 60_000;

/** A change takes some seconds, which would otherwise turn a year into "11 months and 30 days". */
const ROUNDED_FROM_MS = 60 * MINUTE_MS;

/** The difference in its two largest units: "1 year and 2 months ahead". */
function compare(present: Date, real: Date): string {
  const offset = present.getTime() - real.getTime();
  const step = Math.abs(offset) >= ROUNDED_FROM_MS ? MINUTE_MS : 1_000;
  const rounded = new Date(real.getTime() + Math.round(offset / step) * step);
  const [from, to] = rounded < real ? [rounded, real] : [real, rounded];
  const amounts = timeSpan(from, to);
  const first = amounts.findIndex(({ amount }) => amount > 0);
  if (first < 0) return 'No difference';
  const shown = amounts.slice(first, first + 2).filter(({ amount }) => amount > 0);
  const length = shown.map(({ unit, amount }) => plural(amount, unit)).join(' and ');
  return `${length} ${rounded < real ? 'behind' : 'ahead'}`;
}
