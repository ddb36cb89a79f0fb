import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Globe, History } from 'lucide-react';
import type { RegistrationView } from '#registry/contract';
import type { OrderEntry } from '#orders/contract';
import type { EventView } from '#webhooks/contract';
import { isNotFound } from '../../api/client';
import { queries } from '../../api/queries';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { DomainName } from '../../ui/domain-name';
import { formatMoney, plural } from '../../ui/format';
import { Card, Facts, Page, TableCard } from '../../ui/page';
import { Empty, Loaded } from '../../ui/placeholders';
import { BusinessTime } from '../../ui/time';
import { DomainActions, PAYMENT_METHODS } from './domain-actions';
import { CHANNELS, KINDS, OrderLink, OrderStatus, Registrant, RegistrationStatus } from './order-labels';
import { EventName } from './order-events';

export default function DomainPage() {
  const tenant = useTenant();
  const { domain } = useParams({ from: '/session/t/$tenant/domains/$domain' });
  const registration = useQuery({ ...queries.domain(tenant, domain), refetchInterval: 15_000 });
  return (
    <Page
      title={domain}
      parent={<TenantLink to="./domains" label="Domains" />}
      actions={!registration.error && registration.data && <DomainActions registration={registration.data} />}
    >
      <Card>
        {isNotFound(registration.error) ? (
          <NotHeld domain={domain} />
        ) : (
          <Loaded query={registration}>{registration => <Facts facts={factsOf(registration)} />}</Loaded>
        )}
      </Card>
      <DomainHistory domain={domain} isHeld={!registration.error && registration.data !== undefined} />
    </Page>
  );
}

const NotHeld = ({ domain }: { domain: string }) => (
  <Empty
    icon={Globe}
    title={`This tenant does not hold ${domain}`}
    text="It was deleted, released or transferred away, removed by a reset of the sandbox, or never registered."
  />
);

const factsOf = ({ domain, order_id, renewals, ...registration }: RegistrationView) => ({
  Status: (
    <>
      <RegistrationStatus status={registration.status} />{' '}
      {registration.suspended && <Badge tone="bad">suspended</Badge>}
    </>
  ),
  Domain: <DomainName>{domain}</DomainName>,
  Term: plural(registration.years, 'year'),
  Registered: <BusinessTime at={registration.registered_at} seconds />,
  [registration.status === 'expired' ? 'Expired' : 'Expires']: <BusinessTime at={registration.expires_at} seconds />,
  'Registered by': order_id && <OrderLink id={order_id} />,
  Renewal: renewals.length > 0 ? undefined : 'Not possible now: a domain can be registered for at most 10 years.',
  'Name servers': (
    <ul>
      {registration.nameservers.map(host => (
        <li key={host}>
          <DomainName>{host}</DomainName>
        </li>
      ))}
    </ul>
  ),
  'Transfer lock': registration.locked ? 'On' : 'Off',
  'Auto-renew': registration.auto_renew ? 'On' : 'Off',
  Privacy: registration.privacy ? 'On' : 'Off',
  'Payment method': PAYMENT_METHODS[registration.payment_method],
  'Verification due': <BusinessTime at={registration.verification_due_at} seconds never="Nothing to verify" />,
  Contact: registration.contact ? <Registrant owner={registration.contact} /> : <span className="no-value">–</span>,
});

/** An order of the domain, or an event about the domain or one of its orders. */
interface Entry {
  id: string;
  at: string;
  order?: OrderEntry;
  event?: EventView;
}

/** Orders and events of a domain, newest first. Omitted for a domain that is not held and has no history. */
function DomainHistory({ domain, isHeld }: { domain: string; isHeld: boolean }) {
  const history = useHistory(domain);
  if (!isHeld && history.data?.length === 0) return null;
  return (
    <TableCard<Entry>
      title="History"
      description="Orders and events of this domain, newest first."
      query={history}
      empty={{
        icon: History,
        title: 'No orders or events',
        text: 'The orders of this domain were removed. Events are kept for 45 days.',
      }}
      columns={[
        {
          head: 'Entry',
          phoneTitle: true,
          cell: ({ order, event }) => (order ? <OrderName order={order} /> : event && <EventName event={event} />),
        },
        { head: 'Status', phoneCorner: true, cell: ({ order }) => order && <OrderStatus status={order.status} /> },
        {
          head: 'Total',
          cell: ({ order }) => order && formatMoney(order.total, order.currency),
          number: true,
        },
        { head: 'Channel', desktopOnly: true, cell: ({ order }) => order && CHANNELS[order.channel] },
        { head: 'Time', cell: ({ at }) => <BusinessTime at={at} seconds />, number: true },
      ]}
    />
  );
}

const OrderName = ({ order: { id, kind, years } }: { order: OrderEntry }) => (
  <span className="two-lines">
    <TenantLink
      to="./orders/$order"
      params={{ order: id }}
      label={`${KINDS[kind]} for ${plural(years, 'year')} ordered`}
    />
    <code className="text-muted">{id}</code>
  </span>
);

/** Combines the orders of a domain with the events about the domain and its paid orders. Unpaid orders have no events. */
function useHistory(domain: string) {
  const tenant = useTenant();
  const orders = useInfiniteQuery(queries.ordersOfDomain(tenant, domain));
  const paid = orders.data?.filter(({ status }) => status !== 'created') ?? [];
  const subjects = [...paid.map(({ id }) => id), domain];
  const events = useQueries({ queries: subjects.map(subject => queries.eventsAbout(tenant, subject)) });
  const isLoaded = events.every(({ data }) => data !== undefined);
  const loaded = events.flatMap(({ data }) => data ?? []);
  return {
    ...orders,
    data: orders.data && isLoaded ? entriesOf(orders.data, loaded) : undefined,
    error: orders.error ?? events.find(({ error }) => error)?.error ?? null,
    refetch: () => void [orders, ...events].map(query => query.refetch()),
  };
}

/** Sorts by time, newest first, then by ID, because times are equal while the clock is frozen, and IDs sort by real time. */
function entriesOf(orders: OrderEntry[], events: EventView[]): Entry[] {
  const entries: Entry[] = [
    ...orders.map(order => ({ id: order.id, at: order.created_at, order })),
    ...events.map(event => ({ id: event.id, at: event.timestamp, event })),
  ];
  return entries.toSorted(
    (one, other) => other.at.localeCompare(one.at) || digitsOf(other).localeCompare(digitsOf(one)),
  );
}

const digitsOf = ({ id }: Entry) => id.split('_')[1]!;
