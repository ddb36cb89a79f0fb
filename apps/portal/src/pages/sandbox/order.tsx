import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { FullOrder } from '#orders/contract';
import type { PurchaseStep } from '#usage/contract';
import { isNotFound } from '../../api/client';
import { queries } from '../../api/queries';
import { MissingPage } from '../../shell/error-pages';
import { TenantLink, useTenant } from '../../shell/session';
import { CopyableCode } from '../../ui/copy';
import { formatMoney, plural } from '../../ui/format';
import { Card, Facts, Page } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/placeholders';
import { BusinessTime, formatElapsed, Time } from '../../ui/time';
import { OrderEvents } from './order-events';
import { isUndecided, OrderActions } from '../registry/order-actions';
import { CHANNELS, DomainLink, DomainStatus, KINDS, OrderLink, OrderStatus, Registrant } from './order-labels';
import { Badge, type Tone } from '../../ui/badge';
import { callAt } from '../try-it/calls';

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
  <Page
    title={`${KINDS[order.kind]} of ${order.domain}`}
    parent={<OrdersLink />}
    actions={isUndecided(order) && <OrderActions order={order} />}
  >
    <Card>
      <Facts facts={factsOf(order)} />
    </Card>
    <Timeline order={order.id} />
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

/** What happened to an order, in order of time. */
function Timeline({ order }: { order: string }) {
  const timeline = useQuery(queries.timeline(useTenant(), order));
  return (
    <Card
      title="Timeline"
      description="Requests, payment, registration, events with each delivery attempt, renewals and expiry. Requests are in the log for 30 days."
    >
      <Loaded query={timeline} skeleton={<Skeleton lines={6} />}>
        {({ steps }) => (
          <ol className="grid">
            {steps.map((step, index) => (
              <Step key={`${index} ${step.at}`} step={step} before={steps[index - 1]} />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}

const TONES: Record<PurchaseStep['outcome'], Tone> = { ok: 'ok', failed: 'bad', waiting: 'info', planned: 'plain' };

const DOTS: Record<PurchaseStep['outcome'], string> = {
  ok: 'after:bg-ok',
  failed: 'after:bg-bad',
  waiting: 'after:border-2 after:border-muted after:bg-card',
  planned: 'after:border-2 after:border-muted after:bg-card',
};

const Step = ({ step, before }: { step: PurchaseStep; before: PurchaseStep | undefined }) => (
  <li className={`timeline-step flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5 ps-5.5 ${DOTS[step.outcome]}`}>
    <div className="grid min-w-0 flex-[1_1_320px] gap-0.5">
      <span className="inline-flex items-center gap-2.5">
        <strong className="wrap-anywhere">{step.title}</strong>
        <Badge tone={TONES[step.outcome]}>{step.outcome}</Badge>
        {step.detail && <code className="text-muted">{step.detail}</code>}
      </span>
      <Links step={step} />
    </div>
    <span className="grid text-sm text-secondary tabular-nums md:justify-items-end">
      {step.outcome === 'planned' ? (
        <BusinessTime at={step.at} seconds />
      ) : (
        <span>
          {before && (
            <span className="text-muted">+{formatElapsed(Date.parse(step.at) - Date.parse(before.at))} · </span>
          )}
          <Time at={step.at} format="millisecond" />
        </span>
      )}
      {step.business_at && differs(step) && (
        <span className="text-muted">
          <BusinessTime at={step.business_at} seconds /> by the clock of the tenant
        </span>
      )}
    </span>
  </li>
);

/** The clocks of processes and of the database differ a little. */
const differs = ({ at, business_at }: PurchaseStep) =>
  Math.abs(Date.parse(at) - Date.parse(business_at ?? at)) > 60_000;

function Links({ step: { request, delivery_id, order_id } }: { step: PurchaseStep }) {
  const call = request && callAt(request.endpoint);
  if (!request && !delivery_id && !order_id) return null;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      {request && (
        <TenantLink to="./requests" search={{ find: request.request_id, open: request.id }}>
          Request
        </TenantLink>
      )}
      {request && call && (
        <TenantLink
          to="./try"
          search={{ call, request: request.id, ...(request.key?.startsWith('key_') && { key: request.key }) }}
        >
          Send again
        </TenantLink>
      )}
      {delivery_id && (
        <TenantLink to="./webhooks/deliveries" search={{ open: delivery_id }}>
          Delivery
        </TenantLink>
      )}
      {order_id && (
        <TenantLink to="./orders/$order" params={{ order: order_id }}>
          Order of the renewal
        </TenantLink>
      )}
    </span>
  );
}
