import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { FullOrder } from '#orders/contract';
import type { EventDeliveryView, EventView } from '#webhooks/contract';
import { queries } from '../../api/queries';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Truncated } from '../../ui/table';
import { BusinessTime } from '../../ui/time';
import { DELIVERY_TONES } from '../webhooks/delivery-panel';
import { TableCard } from '../../ui/page';

export function OrderEvents({ order }: { order: FullOrder }) {
  const events = useQuery(queries.eventsAbout(useTenant(), order.id));
  return (
    <TableCard
      title="Events"
      description="Events about this order, and their webhook deliveries."
      query={events}
      noun="event"
      skeletonRows={1}
      empty={{ icon: Send, ...emptyOf(order) }}
      columns={[
        { head: 'Event', phoneTitle: true, cell: event => <EventName event={event} /> },
        {
          head: 'Deliveries',
          cell: ({ deliveries }) => (deliveries.length > 0 ? <Deliveries deliveries={deliveries} /> : null),
        },
        { head: 'Time', cell: ({ timestamp }) => <BusinessTime at={timestamp} seconds />, number: true },
      ]}
    />
  );
}

function emptyOf({ status, domain_status }: FullOrder) {
  if (status === 'created') return { title: 'No events yet', text: 'The payment of the order causes the first one.' };
  if (domain_status === 'pending')
    return { title: 'No events yet', text: 'The decision of the registry causes the first one.' };
  return { title: 'No events on record', text: 'Events are kept for 45 days.' };
}

export const EventName = ({ event: { id, summary, type } }: { event: EventView }) => (
  <span className="two-lines">
    <TenantLink to="./webhooks/events/$event" params={{ event: id }} label={summary} />
    <code className="text-muted">{type}</code>
  </span>
);

const Deliveries = ({ deliveries }: { deliveries: EventDeliveryView[] }) => (
  <ul className="grid grid-cols-1 gap-0.5">
    {deliveries.map(({ id, receiver_id, url, state }) => (
      <li key={receiver_id} className="inline-flex min-w-0 items-center gap-2.5 [&_a]:min-w-0">
        <Badge tone={DELIVERY_TONES[state]}>{state}</Badge>
        {id === null ? (
          <Truncated>{url}</Truncated>
        ) : (
          <TenantLink to="./webhooks/deliveries" search={{ open: id }} label={<Truncated>{url}</Truncated>} />
        )}
      </li>
    ))}
  </ul>
);
