import { CalendarCheck } from 'lucide-react';
import type { ClockChanged } from '#testcontrol/contract';
import { TenantLink } from '../../shell/session';
import { DomainName } from '../../ui/domain-name';
import { formatNumber, plural } from '../../ui/format';
import { Card } from '../../ui/page';
import { Empty } from '../../ui/placeholders';
import { ScrollRegion, Table } from '../../ui/table';
import { BusinessTime } from '../../ui/time';

/** The events that a change of the clock has caused. */
export function ClockEvents({ change: { happened, more } }: { change: ClockChanged }) {
  return (
    <Card flush title="What happened" description="Events that fell due because of your last change, in order of time.">
      <ScrollRegion className="rounded-b-xl border-t max-sm:[&_time]:whitespace-normal" label="What happened">
        <Table
          label="Events"
          query={{ data: happened }}
          keyOf={({ event_id }) => event_id}
          empty={
            <Empty
              icon={CalendarCheck}
              title="Nothing fell due"
              text="Registered domains expire at the end of their term. Advance the clock past it."
            />
          }
          columns={[
            {
              head: 'Domain',
              lead: true,
              cell: ({ domain }) => (
                <TenantLink to="./domains" search={{ domain }}>
                  <DomainName>{domain}</DomainName>
                </TenantLink>
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
