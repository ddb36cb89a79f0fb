import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { FullOrder } from '#orders/contract';
import { isNotFound } from '../../api/client';
import { queries } from '../../api/queries';
import { MissingPage } from '../../shell/error-pages';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { CopyableCode } from '../../ui/copy';
import { formatMoney, plural } from '../../ui/format';
import { Card, Facts, Page } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { BusinessTime } from '../../ui/time';
import { OrderEvents } from './order-events';
import { isUndecided, OrderActions } from '../registry/order-actions';
import { Purchase } from './purchase';
import { CHANNELS, DomainLink, DomainStatus, KINDS, OrderLink, OrderStatus, Registrant } from './order-labels';

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

const OrdersLink = () => <TenantLink to="./orders" label="Orders" />;

const OrderDetails = ({ order }: { order: FullOrder }) => (
  <Page
    title={`${KINDS[order.kind]} of ${order.domain}`}
    parent={<OrdersLink />}
    actions={isUndecided(order) && <OrderActions order={order} />}
  >
    <Purchase order={order.id}>
      <Card>
        <Facts facts={factsOf(order)} />
      </Card>
    </Purchase>
    <OrderEvents order={order} />
  </Page>
);

const factsOf = ({ domain, renews, ...order }: FullOrder) => ({
  Status: <OrderStatus status={order.status} />,
  Domain: <DomainLink name={domain} />,
  Kind: KINDS[order.kind],
  Years: plural(order.years, 'year'),
  Total: formatMoney(order.total, order.currency),
  Channel: CHANNELS[order.channel],
  Created: <BusinessTime at={order.created_at} seconds />,
  Paid: <BusinessTime at={order.paid_at} seconds never="Not paid" />,
  ...(order.domain_status && { 'Domain status': <DomainStatus status={order.domain_status} /> }),
  ...(order.due_at && { 'Decision due': <BusinessTime at={order.due_at} seconds /> }),
  ...(order.reason && { Reason: order.reason }),
  ...(order.refund && {
    Refund: formatMoney(order.refund.total, order.refund.currency),
    Refunded: <BusinessTime at={order.refunded_at} seconds />,
  }),
  ...(order.registered_at && {
    Registered: <BusinessTime at={order.registered_at} seconds />,
    'Registered until': <BusinessTime at={order.expires_at} seconds />,
  }),
  'Renewed registration': renews === null ? undefined : <OrderLink id={renews} />,
  Registrant: order.owner ? (
    <Registrant owner={order.owner} />
  ) : (
    <span className="text-muted">Unknown: the order of the registration was removed.</span>
  ),
  ID: <CopyableCode text={order.id} what="order ID" />,
});
