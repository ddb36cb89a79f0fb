import { useState } from 'react';
import { CalendarCheck } from 'lucide-react';
import type { ClockChanged, ClockProgress } from '#testcontrol/contract';
import { useClock, useClockTimes } from '../../shell/use-clock';
import { Card, Facts, Page } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { ResetSandbox } from '../sandbox/order-labels';
import { AdvanceClock, SetClock } from './change-clock';
import { ClockLine } from './clock-line';
import { TenantLink } from '../../shell/links';
import { DomainName } from '../../ui/domain-name';
import { formatNumber, formatShare, plural } from '../../ui/format';
import { ScrollRegion, Table } from '../../ui/table';
import { BusinessTime, formatUtc } from '../../ui/time';
import { formatSpan } from '../../lib/time-span';
import { Badge, type Tone } from '../../ui/badge';

const POLL_MS = 5_000;

export default function ClockPage() {
  const clock = useClock(POLL_MS);
  const [change, setChange] = useState<ClockChanged>();
  return (
    <Page
      description="The time of this tenant’s orders, registrations and events. Rate limits, keys, webhook retries and logs use real time."
      docs={{ href: '/docs/lifecycle', label: 'About the clock' }}
      actions={<ResetSandbox />}
    >
      <Loaded query={clock}>
        {data => (
          <>
            <PresentTime clock={data} readAt={clock.dataUpdatedAt} />
            <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
              <AdvanceClock present={new Date(data.now)} onChanged={setChange} />
              <SetClock onChanged={setChange} />
            </div>
            {change && <ClockEvents change={change} />}
            <ClockLine now={new Date(data.now)} onChanged={setChange} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function ClockEvents({ change: { happened, more } }: { change: ClockChanged }) {
  return (
    <Card flush title="What happened" description="Events that fell due because of your last change, in order of time.">
      <ScrollRegion className="rounded-b-xl border-t max-sm:[&_time]:whitespace-normal" label="What happened">
        <Table
          label="Events"
          query={{ data: happened }}
          keyOf={({ event_id }) => event_id}
          empty={{
            icon: CalendarCheck,
            title: 'Nothing fell due',
            text: 'Registered domains expire at the end of their term. Advance the clock past it.',
          }}
          columns={[
            {
              head: 'Domain',
              phoneTitle: true,
              cell: ({ domain }) => (
                <TenantLink to="./domains" search={{ domain }} label={<DomainName>{domain}</DomainName>} />
              ),
            },
            { head: 'Event', cell: ({ type }) => <code>{type}</code> },
            { head: 'Time', cell: ({ at }) => <BusinessTime at={at} seconds />, number: true },
          ]}
        />
      </ScrollRegion>
      {happened.length > 0 && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-6" role="status">
          {plural(happened.length, 'event')}
          {more > 0 && ` and ${formatNumber(more)} more`}
        </p>
      )}
    </Card>
  );
}

const MODES: Record<ClockProgress['mode'], { label: string; tone: Tone; text: string }> = {
  real: { label: 'real time', tone: 'ok', text: 'Follows real time' },
  running: { label: 'running', tone: 'info', text: 'Runs at the speed of real time' },
  frozen: { label: 'frozen', tone: 'warn', text: 'Stands still until you change it' },
};

/** The time of the clock, and the progress of a change. */
function PresentTime({ clock, readAt }: { clock: ClockProgress; readAt: number }) {
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

/** Progress of a change, possibly by another client, from the last time that the page read before the change. */
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

/** Longer differences are rounded to minutes: a change takes seconds, after which a year would be "11 months and 30 days". */
const ROUNDED_FROM_MS = 60 * MINUTE_MS;

/** The difference in its two largest units: "1 year and 2 months ahead". */
function compare(present: Date, real: Date): string {
  const offset = present.getTime() - real.getTime();
  const step = Math.abs(offset) >= ROUNDED_FROM_MS ? MINUTE_MS : 1_000;
  const rounded = new Date(real.getTime() + Math.round(offset / step) * step);
  const [from, to] = rounded < real ? [rounded, real] : [real, rounded];
  const length = formatSpan(from, to);
  if (!length) return 'No difference';
  return `${length} ${rounded < real ? 'behind' : 'ahead'}`;
}
