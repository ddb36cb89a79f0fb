import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { OrderEntry } from '#orders/contract';
import type { EventView } from '#webhooks/contract';
import { queries } from '../../api/queries';
import { TenantLink, useTenant } from '../../shell/session';
import { formatMoney, plural } from '../../ui/format';
import { Card } from '../../ui/page';
import { Empty } from '../../ui/placeholders';
import { Table } from '../../ui/table';
import { BusinessTime } from '../../ui/time';
import { EventName } from './order-events';
import { CHANNELS, OrderStatus } from './order-labels';

/** An order of the domain, or an event about one of them. */
interface Entry {
  id: string;
  at: string;
  order?: OrderEntry;
  event?: EventView;
}

/** Orders of a domain and events about them, newest first. A domain that is not held may have none. */
export function DomainHistory({ domain, isHeld }: { domain: string; isHeld: boolean }) {
  const history = useHistory(domain);
  if (!isHeld && history.data?.length === 0) return null;
  return (
    <Card flush title="History" description="Orders of this domain and events about them, newest first.">
      <Table<Entry>
        label="History"
        query={history}
        keyOf={({ id }) => id}
        empty={<Empty icon={History} title="No orders" text="The orders of this domain were removed." />}
        columns={[
          {
            head: 'Entry',
            lead: true,
            cell: ({ order, event }) => (order ? <OrderName order={order} /> : event && <EventName event={event} />),
          },
          { head: 'Status', corner: true, cell: ({ order }) => order && <OrderStatus status={order.status} /> },
          {
            head: 'Total',
            cell: ({ order }) => order && formatMoney(order.total, order.currency),
            number: true,
          },
          { head: 'Channel', extra: true, cell: ({ order }) => order && CHANNELS[order.channel] },
          { head: 'Time', cell: ({ at }) => <BusinessTime at={at} seconds />, number: true },
        ]}
      />
    </Card>
  );
}

const OrderName = ({ order: { id, kind, years } }: { order: OrderEntry }) => (
  <span className="two-lines">
    <TenantLink to="./orders/$order" params={{ order: id }}>
      {kind === 'renewal' ? 'Renewal' : 'Registration'} for {plural(years, 'year')} ordered
    </TenantLink>
    <code className="text-muted">{id}</code>
  </span>
);

/** Only paid orders have events. */
function useHistory(domain: string) {
  const tenant = useTenant();
  const orders = useInfiniteQuery(queries.ordersOfDomain(tenant, domain));
  const paid = orders.data?.filter(({ status }) => status === 'paid') ?? [];
  const events = useQueries({ queries: paid.map(({ id }) => queries.eventsAbout(tenant, id)) });
  const isLoaded = events.every(({ data }) => data !== undefined);
  return {
    ...orders,
    data:
      orders.data && isLoaded
        ? entriesOf(
            orders.data,
            events.flatMap(({ data }) => data ?? []),
          )
        : undefined,
    error: orders.error ?? events.find(({ error }) => error)?.error ?? null,
    refetch: () => void [orders, ...events].map(query => query.refetch()),
  };
}

/** Newest first. While the clock is frozen, times are the same; IDs sort by real time. */
function entriesOf(orders: OrderEntry[], events: EventView[]): Entry[] {
  const entries: Entry[] = [
    ...orders.map(order => ({ id: order.id, at: order.created_at, order })),
    ...events.map(event => ({ id: event.id, at: event.timestamp, event })),
  ];
  return entries.toSorted((one, other) => compare(other.at, one.at) || compare(digitsOf(other), digitsOf(one)));
}

const digitsOf = ({ id }: Entry) => id.split('_')[1]!;
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
