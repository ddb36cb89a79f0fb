import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { FullOrder } from '#orders/contract';
import { isNotFound } from '../../api/client';
import { queries } from '../../api/queries';
import { MissingPage } from '../../shell/error-pages';
import { TenantLink, useTenant } from '../../shell/session';
import { CopyableCode } from '../../ui/copy';
import { formatMoney, plural } from '../../ui/format';
import { Card, Facts, Page } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { BusinessTime } from '../../ui/time';
import { OrderEvents } from './order-events';
import { CHANNELS, OrderStatus } from './order-labels';
import { DomainLink, OrderLink } from './subject-links';
import { Timeline } from './timeline';

export default function OrderPage() {
  const tenant = useTenant();
  const { order: id } = useParams({ from: '/session/t/$tenant/orders/$order' });
  const order = useQuery(queries.order(tenant, id));
  if (isNotFound(order.error))
    return (
      <MissingPage
        title="Order not found"
        parent={<OrdersLink />}
        icon={ReceiptText}
        message="This order does not exist"
        text="It may have been removed by a reset of the sandbox, or belong to another tenant."
      />
    );
  return <Loaded query={order}>{order => <OrderDetails order={order} />}</Loaded>;
}

const OrdersLink = () => <TenantLink to="./orders">Orders</TenantLink>;

const OrderDetails = ({ order }: { order: FullOrder }) => (
  <Page title={`${order.kind === 'renewal' ? 'Renewal' : 'Registration'} of ${order.domain}`} parent={<OrdersLink />}>
    <Card>
      <Facts facts={factsOf(order)} />
    </Card>
    <Timeline order={order.id} />
    <Card flush title="Events" description="Events about this order, and their webhook deliveries.">
      <OrderEvents order={order} />
    </Card>
  </Page>
);

const factsOf = ({ domain, renews, ...order }: FullOrder) => ({
  Status: <OrderStatus status={order.status} />,
  Domain: <DomainLink name={domain} />,
  Kind: order.kind === 'renewal' ? 'Renewal' : 'Registration',
  Years: plural(order.years, 'year'),
  Total: formatMoney(order.total, order.currency),
  Channel: CHANNELS[order.channel],
  Created: <BusinessTime at={order.created_at} seconds />,
  Paid: <BusinessTime at={order.paid_at} seconds never="Not paid" />,
  ...(order.status === 'paid' && {
    Registered: <BusinessTime at={order.registered_at} seconds />,
    'Registered until': <BusinessTime at={order.expires_at} seconds />,
  }),
  'Renewed registration': renews === null ? undefined : <OrderLink id={renews} />,
  Registrant: <Registrant owner={order.owner} />,
  ID: <CopyableCode text={order.id} what="order ID" />,
});

function Registrant({ owner }: Pick<FullOrder, 'owner'>) {
  if (!owner) return <span className="text-muted">Unknown: the order of the registration was removed.</span>;
  const { first_name, last_name, email, phone, country } = owner;
  const contact = [email, phone, country].filter(Boolean).join(', ');
  return (
    <span className="two-lines">
      <bdi>
        {first_name} {last_name}
      </bdi>
      <span className="text-muted wrap-anywhere">{contact}</span>
    </span>
  );
}
