import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import type { AttemptView, DeliveryDetail, ListedDelivery } from '#webhooks/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Badge, HttpStatus, type Tone } from '../../ui/badge';
import { Button, type ButtonProps } from '../../ui/button';
import { CodeBlock, CopyableCode } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { formatDuration } from '../../ui/format';
import { indentJson, Json } from '../../ui/json';
import { Facts } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/placeholders';
import { Time } from '../../ui/time';
import { DomainLink, OrderLink } from '../sandbox/order-labels';
import { nameOf } from './name-of';

export function DeliveryPanel({ id }: { id: string | undefined }) {
  const tenant = useTenant();
  const client = useQueryClient();
  const delivery = useQuery({
    ...queries.delivery(tenant, id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && (data.sending || data.state === 'pending') ? 1_000 : 10_000),
  });
  // Refreshes the list behind the panel when the delivery changes.
  const version = delivery.data && `${id} ${delivery.data.state} ${delivery.data.attempts}`;
  useEffect(() => {
    if (version !== undefined) void client.invalidateQueries({ queryKey: ['tenants', tenant] });
  }, [client, tenant, version]);
  return (
    <Dialog kind="side panel" title="Delivery">
      <Loaded query={delivery} skeleton={<Skeleton lines={8} />}>
        {delivery => <Details delivery={delivery} />}
      </Loaded>
    </Dialog>
  );
}

function Details({ delivery }: { delivery: DeliveryDetail }) {
  const { id, receiver_id, event_id, order_id, domain, delivered_at, log, body } = delivery;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2.5">
        <DeliveryState delivery={delivery} />
        <Alteration delivery={delivery} />
        <code>{delivery.event_type}</code>
        <ResendButton label="Resend" className="ms-auto" id={id} disabled={delivery.sending} />
      </p>
      <Facts
        kind="panel"
        facts={{
          Receiver: <Receiver id={receiver_id} />,
          Event: (
            <span className="two-lines">
              <TenantLink to="./webhooks/events/$event" params={{ event: event_id }} label="Deliveries of this event" />
              <CopyableCode text={event_id} what="event ID" />
            </span>
          ),
          Order: order_id === null ? undefined : <OrderLink id={order_id} />,
          Domain: domain === null ? undefined : <DomainLink name={domain} />,
          'Delivery ID': <CopyableCode text={id} what="delivery ID" />,
          Created: <Time at={delivery.created_at} format="second" />,
          ...(delivered_at
            ? { Delivered: <Time at={delivered_at} format="second" /> }
            : { 'Next attempt': <NextAttempt delivery={delivery} /> }),
        }}
      />
      <h3 className="-mb-2">Attempts</h3>
      {log.length === 0 ? (
        <p className="py-1 text-muted">{noAttempts(delivery)}</p>
      ) : (
        <ol className="grid overflow-hidden rounded-lg border border-line">
          {log
            .toSorted((a, b) => b.number - a.number)
            .map((attempt, index) => (
              <Attempt key={attempt.number} attempt={attempt} isOpen={index === 0} />
            ))}
        </ol>
      )}
      <CodeBlock title="Body" text={body}>
        <Json value={indentJson(body)} />
      </CodeBlock>
    </>
  );
}

/** A small button that sends a delivery again. */
export function ResendButton({ id, ...button }: ButtonProps & { id: string }) {
  const tenant = useTenant();
  const resend = useAction(() => callApi<DeliveryDetail>('POST', ['tenants', tenant, 'deliveries', id, 'resend']), {
    done: 'Delivery is being sent again.',
  });
  return <Button small icon={RotateCcw} busy={resend.isPending} onClick={() => resend.mutate()} {...button} />;
}

function Receiver({ id }: { id: string }) {
  const receivers = useQuery(queries.receivers(useTenant()));
  const receiver = receivers.data?.receivers.find(receiver => receiver.id === id);
  if (!receiver) return <span className="text-muted">{receivers.data ? 'Removed' : '–'}</span>;
  return (
    <span className="two-lines">
      <TenantLink
        to="./webhooks/receivers/$receiver"
        params={{ receiver: id }}
        className="wrap-anywhere"
        label={nameOf(receiver)}
      />
      {receiver.description && <span className="text-muted wrap-anywhere">{receiver.url}</span>}
    </span>
  );
}

function noAttempts({ state, sending, altered }: DeliveryDetail): string {
  if (state === 'skipped' && altered === 'withhold')
    return 'No attempt was made, because a fault withholds the event. Resend it to deliver it.';
  if (state === 'skipped') return 'No attempt was made, because the receiver was off.';
  return sending ? 'The first attempt is in progress.' : 'No attempts yet.';
}

const ATTEMPT_SUMMARY =
  'flex cursor-pointer flex-wrap items-center gap-x-2.5 gap-y-1.5 px-3.5 py-2.5 text-sm marker:hidden hover:bg-hover focus-visible:-outline-offset-2';

const Attempt = ({ attempt, isOpen }: { attempt: AttemptView; isOpen: boolean }) => (
  <li className="not-first:border-t not-first:border-line">
    <details open={isOpen}>
      <summary className={ATTEMPT_SUMMARY}>
        <span className="min-w-5 text-muted tabular-nums">{attempt.number}</span>
        {attempt.status ? (
          <HttpStatus status={attempt.status} />
        ) : (
          <Badge tone="bad">{formatReason(attempt.reason)}</Badge>
        )}
        <span className="text-muted">{attempt.trigger}</span>
        <span className="ms-auto text-muted">
          {attempt.duration_ms !== null && `${formatDuration(attempt.duration_ms)} · `}
          <Time at={attempt.started_at} />
        </span>
      </summary>
      {attempt.headers && (
        <details open>
          <summary className={ATTEMPT_SUMMARY}>Headers sent ({Object.keys(attempt.headers).length})</summary>
          <Facts kind="headers" className="px-3.5 pb-3" facts={attempt.headers} />
        </details>
      )}
      <pre
        className="max-h-55 border-t border-line bg-sunken px-3.5 py-3 text-xs wrap-anywhere whitespace-pre-wrap focus-visible:-outline-offset-2"
        tabIndex={0}
        aria-label={`Response to attempt ${attempt.number}`}
      >
        {attempt.answer || 'The response was empty.'}
      </pre>
    </details>
  </li>
);

/** The reason of a failed attempt as text. */
export const formatReason = (reason: string | null) => (reason ?? 'no response').replaceAll('_', ' ');

export const DELIVERY_TONES: Record<ListedDelivery['state'], Tone> = {
  queued: 'info',
  pending: 'info',
  delivered: 'ok',
  failed: 'bad',
  skipped: 'plain',
};

const WAITS: Record<NonNullable<ListedDelivery['waits_for']>, string | undefined> = {
  retry: undefined,
  delay: undefined,
  earlier: 'After earlier deliveries',
  limit: 'Receiver has its maximum of attempts in progress',
  failing: 'Receiver is failing',
  worker: 'Waits for a worker',
  off: 'Receiver is off; will be skipped',
};

/** The time of the next attempt, or the reason why it waits. */
export function NextAttempt({ delivery }: { delivery: ListedDelivery }) {
  const { waits_for, next_attempt_at, sending } = delivery;
  const wait = waits_for && WAITS[waits_for];
  return wait ? (
    <span className="text-muted">{wait}</span>
  ) : (
    <Time at={next_attempt_at} never={sending ? 'In progress' : '–'} />
  );
}

/** How a fault changed the delivery. */
export const Alteration = ({ delivery: { altered } }: { delivery: ListedDelivery }) =>
  altered && <Badge tone="warn">fault: {altered.replaceAll('-', ' ')}</Badge>;

export const DeliveryState = ({ delivery: { state, sending } }: { delivery: ListedDelivery }) => (
  <Badge tone={DELIVERY_TONES[state]}>{sending ? 'sending' : state}</Badge>
);
