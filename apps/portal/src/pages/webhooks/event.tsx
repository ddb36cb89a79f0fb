import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Laptop, Send } from 'lucide-react';
import type { DeliveryDetail, ListedDelivery } from '#webhooks/contract';
import { queries } from '../../api/queries';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { CodeBlock, CopyableCode } from '../../ui/copy';
import { Dialog, OpenButton } from '../../ui/dialog';
import { indentJson, Json } from '../../ui/json';
import { Card, Facts, Page } from '../../ui/page';
import { Empty, Loaded, Skeleton } from '../../ui/placeholders';
import { BusinessTime, Time } from '../../ui/time';
import { DomainLink, OrderLink } from '../sandbox/order-labels';
import { Attempts } from './attempts';
import { Alteration, DeliveryState, ResendButton } from './delivery-panel';
import { AddReceiverLink, ListenCommand } from './listen';
import { nameOf } from './name-of';
import { whyOf } from './why';

/** An event with its delivery to each receiver: the request, the response, and the reason why a delivery waits. */
export default function EventPage() {
  const tenant = useTenant();
  const { event } = useParams({ from: '/session/t/$tenant/webhooks/events/$event' });
  const query = useInfiniteQuery({
    ...queries.deliveries(tenant, { event }),
    placeholderData: undefined,
    refetchInterval: ({ state }) => refreshOf(state.data?.pages.flatMap(page => page.deliveries) ?? []),
  });
  const first = query.data?.[0];
  return (
    <Page
      title={first ? `Event ${first.event_type}` : 'Event'}
      parent={<TenantLink to="./webhooks/deliveries" label="Webhooks" />}
      actions={<OpenButton icon={Laptop} label="Forward to my machine" dialog={<Forward />} />}
    >
      <Loaded query={query} skeleton={<Skeleton lines={8} />} empty={<NoDeliveries />}>
        {deliveries => (
          <>
            <Card>
              <EventFacts event={event} deliveries={deliveries} />
            </Card>
            {deliveries.map(delivery => (
              <DeliveryCard key={delivery.receiver_id} delivery={delivery} />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const NoDeliveries = () => (
  <Card>
    <Empty
      icon={Send}
      title="No deliveries of this event"
      text={
        <>
          <p>
            No receiver had subscribed to it, its deliveries were removed after 30 days, or it does not belong to this
            tenant. There is nothing to send again. To get such events, add a receiver, or run this command and make the
            event occur again:
          </p>
          <div className="mt-3 text-start">
            <ListenCommand />
          </div>
        </>
      }
      action={<AddReceiverLink />}
    />
  </Card>
);

/** Interval in milliseconds: short while an attempt is expected. */
const refreshOf = (deliveries: Pick<ListedDelivery, 'state'>[]): number =>
  deliveries.some(({ state }) => state === 'queued' || state === 'pending') ? 2_000 : 10_000;

function EventFacts({ event, deliveries }: { event: string; deliveries: ListedDelivery[] }) {
  const detail = useDetail(deliveries.find(({ id }) => id !== null)?.id ?? null).data;
  const { event_type, domain } = deliveries[0]!;
  const timestamp = detail && timestampOf(detail.body);
  return (
    <Facts
      facts={{
        Type: <code>{event_type}</code>,
        Domain: domain === null ? undefined : <DomainLink name={domain} />,
        Order: detail?.order_id ? <OrderLink id={detail.order_id} /> : undefined,
        'Time of the event': timestamp && <BusinessTime at={timestamp} seconds />,
        ID: <CopyableCode text={event} what="event ID" />,
      }}
    />
  );
}

function timestampOf(body: string): string | undefined {
  const { timestamp } = JSON.parse(body) as { timestamp?: string };
  return timestamp;
}

const useDetail = (id: string | null) =>
  useQuery({
    ...queries.delivery(useTenant(), id ?? ''),
    enabled: id !== null,
    refetchInterval: ({ state }) => refreshOf(state.data ? [state.data] : []),
  });

function DeliveryCard({ delivery }: { delivery: ListedDelivery }) {
  const receivers = useQuery(queries.receivers(useTenant())).data?.receivers;
  const detail = useDetail(delivery.id);
  const { receiver_id } = delivery;
  const receiver = receivers?.find(({ id }) => id === receiver_id);
  const title = receiver ? nameOf(receiver) : receivers ? 'Removed receiver' : 'Receiver';
  return (
    <Card
      title={title}
      description={receiver?.description ? receiver.url : undefined}
      actions={delivery.id !== null && <ResendButton label="Send again" id={delivery.id} disabled={delivery.sending} />}
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="flex flex-wrap items-center gap-2.5">
          <DeliveryState delivery={delivery} />
          <Alteration delivery={delivery} />
          <span>{whyOf(delivery)}</span>
          {delivery.next_attempt_at && !delivery.sending && (
            <span>
              Next attempt <Time at={delivery.next_attempt_at} />, at{' '}
              <Time at={delivery.next_attempt_at} format="recentMillisecond" />.
            </span>
          )}
        </p>
        {delivery.id !== null && (
          <Loaded query={detail}>
            {detail => (
              <>
                {detail.log.length > 0 && <Attempts log={detail.log} />}
                <Messages detail={detail} />
              </>
            )}
          </Loaded>
        )}
        <p className="text-sm">
          <TenantLink
            to="./webhooks/receivers/$receiver"
            params={{ receiver: receiver_id }}
            label="All deliveries to this receiver"
          />
        </p>
      </div>
    </Card>
  );
}

const SUMMARY = 'w-fit cursor-pointer text-sm text-secondary';

/** The request of the last attempt and the response of the receiver. */
function Messages({ detail: { log, body } }: { detail: DeliveryDetail }) {
  const last = log.toSorted((one, other) => one.number - other.number).at(-1);
  const { headers } = last ?? {};
  return (
    <>
      <details className="grid gap-2.5 *:not-first:mt-2.5">
        <summary className={SUMMARY}>{last ? `What attempt ${last.number} sent` : 'What will be sent'}</summary>
        {headers && <Facts kind="headers" facts={headers} />}
        <CodeBlock title="Body" text={body}>
          <Json value={indentJson(body)} />
        </CodeBlock>
        {headers && (
          <CodeBlock
            title="Signed text: webhook-id, webhook-timestamp and the body, joined by dots"
            text={`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`}
          />
        )}
      </details>
      {last && (
        <CodeBlock
          title={`${last.status === null ? 'Error of' : 'Response to'} attempt ${last.number}`}
          text={last.answer || 'The response was empty.'}
        />
      )}
    </>
  );
}

const Forward = () => (
  <Dialog
    title="Forward to my machine"
    description="This command receives the events of the tenant, also those that are sent again, and forwards them to a local address. You need no public address and no receiver."
    wide
  >
    <ListenCommand />
  </Dialog>
);
