import { useQuery } from '@tanstack/react-query';
import { CalendarClock, FastForward } from 'lucide-react';
import { useState } from 'react';
import type { ClockChanged, ClockTimeline } from '#testcontrol/contract';
import { idempotentCall } from '../../api/client';
import { queries } from '../../api/queries';
import { formatSpan } from '../../lib/time-span';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { Confirm, openDialog } from '../../ui/dialog';
import { DomainName } from '../../ui/domain-name';
import { plural } from '../../ui/format';
import { TableCard } from '../../ui/page';
import { BusinessTime, formatUtc } from '../../ui/time';
import { describeChange } from './change-clock';

type Coming = ClockTimeline['coming'][number];

interface Mark {
  id: string;
  at: string;
  domain: string;
  name: string;
  event?: string;
  coming?: Coming;
}

/** Past and coming events on a line and as a table. The clock can be advanced to each coming event. */
export function ClockLine({ now, onChanged }: { now: Date; onChanged: (change: ClockChanged) => void }) {
  const timeline = useQuery(queries.clockTimeline(useTenant()));
  const marks = timeline.data && marksOf(timeline.data, now);
  const coming = timeline.data?.coming ?? [];
  return (
    <TableCard
      title="Events by this clock"
      description="The latest ten, and the next twenty as far as they are known. Webhook retries are not among them, because they use real time."
      query={{ ...timeline, data: marks }}
      empty={{
        icon: CalendarClock,
        title: 'Nothing is due',
        text: 'Buy a domain. Its reminder, its expiry and its release then appear here.',
        action: <TenantLink to="./try" variant="primary" label="Try it" />,
      }}
      columns={[
        {
          head: 'Event',
          phoneTitle: true,
          cell: ({ name, event }) =>
            event ? (
              <TenantLink to="./webhooks/events/$event" params={{ event }} className="text-secondary" label={name} />
            ) : (
              name
            ),
        },
        {
          head: 'Domain',
          cell: ({ domain }) => (
            <TenantLink to="./domains" search={{ domain }} label={<DomainName>{domain}</DomainName>} />
          ),
        },
        {
          head: 'Time',
          cell: ({ at }) => (
            <span className="max-sm:[&_time]:whitespace-normal">
              <BusinessTime at={at} seconds />
            </span>
          ),
        },
        { head: 'From now', cell: ({ at }) => distance(now, new Date(at)) },
        {
          head: '',
          cell: ({ coming: target, name }) =>
            target && new Date(target.at) > now ? (
              <Button
                label="Advance"
                small
                icon={FastForward}
                aria-label={`Advance to ${name} of ${target.domain}`}
                onClick={() => openDialog(<AdvanceTo target={target} coming={coming} onChanged={onChanged} />)}
              />
            ) : (
              ''
            ),
        },
      ]}
    >
      {marks && marks.length > 0 && <Line marks={marks} now={now} />}
    </TableCard>
  );
}

/** Omits past events that are later than the clock: they happened before a reset, which set the clock back. */
const marksOf = ({ past, coming }: ClockTimeline, now: Date): Mark[] => [
  ...past
    .filter(({ at }) => new Date(at) <= now)
    .map(({ at, type, domain, event_id }) => ({ id: event_id, at, domain, name: type, event: event_id })),
  ...coming.map(event => ({
    id: `${event.at} ${event.domain} ${event.type}`,
    at: event.at,
    domain: event.domain,
    name: event.type ?? `Decision of the registry: ${event.outcome}`,
    coming: event,
  })),
];

function distance(now: Date, at: Date): string {
  const length = at > now ? formatSpan(now, at) : formatSpan(at, now);
  if (!length) return 'now';
  return at > now ? `in ${length}` : `${length} ago`;
}

/** One dot for each time. The distances are equal, because the times can be seconds or years apart. */
function Line({ marks, now }: { marks: readonly Mark[]; now: Date }) {
  const dotsOf = (marks: readonly Mark[], { isPast }: { isPast: boolean }) =>
    [...new Set(marks.map(({ at }) => at))].map(at => ({
      at,
      count: marks.filter(mark => mark.at === at).length,
      isPast,
    }));
  const present = { at: now.toISOString(), count: 0, isPast: true };
  const past = marks.filter(({ coming }) => coming === undefined);
  const coming = marks.filter(({ coming }) => coming !== undefined);
  const dots = [...dotsOf(past, { isPast: true }), present, ...dotsOf(coming, { isPast: false })];
  return (
    <div className="px-4 pb-4 sm:px-6" aria-hidden>
      <div className="relative flex items-center justify-between before:absolute before:inset-x-0 before:top-[calc(50%-1px)] before:h-0.5 before:bg-line-strong">
        {dots.map(({ at, count, isPast }) => (
          <span
            key={`${at} ${count} ${isPast}`}
            title={`${formatUtc(at)}: ${count === 0 ? 'now' : plural(count, 'event')}`}
            className={`relative block rounded-full ${count === 0 ? 'h-6 w-1 bg-accent' : `size-3 ${isPast ? 'bg-line-strong' : 'bg-warn'}`}`}
          />
        ))}
      </div>
      <p className="mt-1.5 flex justify-between text-xs text-muted">
        <span>{formatUtc(dots[0]!.at)}</span>
        <span>{formatUtc(dots.at(-1)!.at)}</span>
      </p>
    </div>
  );
}

interface AdvanceToProps extends Pick<ClockTimeline, 'coming'> {
  target: Coming;
  onChanged: (change: ClockChanged) => void;
}

function AdvanceTo({ target: { at, domain, type }, coming, onChanged }: AdvanceToProps) {
  const tenant = useTenant();
  const [call] = useState(() => idempotentCall<ClockChanged>());
  const due = coming.filter(event => event.at <= at).length;
  return (
    <Confirm
      title={`Advance to ${formatUtc(at)}?`}
      submit="Advance"
      danger={false}
      onSubmit={() => call('POST', ['tenants', tenant, 'clock', 'advance'], { to: at })}
      done={describeChange}
      onSuccess={onChanged}
    >
      {due === 1 ? (
        <>
          <code>{type ?? 'The decision of the registry'}</code> for <DomainName>{domain}</DomainName> happens.
        </>
      ) : (
        `At least ${due} events fall due. They can cause further events.`
      )}{' '}
      The clock cannot be set back.
    </Confirm>
  );
}
