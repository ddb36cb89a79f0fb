import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ask, of } from '../../api/client';
import { q } from '../../api/queries';
import type { AttemptView, DeliveryDetail } from '../../api/types';
import { useAction } from '../../api/use-action';
import { Badge, Status } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyButton, Mono } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { DomainName } from '../../ui/domain-name';
import { Json, pretty } from '../../ui/json';
import { milliseconds } from '../../ui/numbers';
import { Facts } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/states';
import { ExactTime, Time } from '../../ui/time';
import { DeliveryState, inWords } from './delivery-state';

/** One delivery in full: what was sent, and what came back each time. */
export function DeliveryPanel(props: { tenant: string; id: string | undefined; onClose: () => void }) {
  const { tenant, id } = props;
  const client = useQueryClient();
  const delivery = useQuery({
    ...q.delivery(tenant, id ?? ''),
    enabled: id !== undefined,
    placeholderData: undefined,
    refetchInterval: ({ state: { data } }) => (data && (data.sending || data.state === 'pending') ? 1_000 : 10_000),
  });
  // What is seen here is true of the lists behind it, too.
  const seen = delivery.data && `${id} ${delivery.data.state} ${delivery.data.attempts}`;
  useEffect(() => {
    if (seen === undefined) return;
    void client.invalidateQueries({
      queryKey: [tenant, 'deliveries'],
      predicate: ({ queryKey }) => queryKey[2] !== 'one',
    });
    void client.invalidateQueries({ queryKey: [tenant, 'receivers'] });
  }, [client, tenant, seen]);
  return (
    <Dialog side open={id !== undefined} onClose={props.onClose} title="Delivery">
      <Loaded query={delivery} skeleton={<Skeleton lines={8} />}>
        {delivery => <Details tenant={tenant} delivery={delivery} />}
      </Loaded>
    </Dialog>
  );
}

function Details({ tenant, delivery }: { tenant: string; delivery: DeliveryDetail }) {
  const resend = useAction(
    () => ask<DeliveryDetail>('POST', of(tenant, `deliveries/${encodeURIComponent(delivery.id)}/resend`)),
    { stale: [[tenant, 'deliveries']], done: 'It is sent again.' },
  );
  return (
    <>
      <p className="panel-line">
        <DeliveryState delivery={delivery} />
        <code>{delivery.event_type}</code>
        <span className="grow" />
        <Button
          small
          icon={<RotateCcw size={15} aria-hidden />}
          busy={resend.isPending}
          disabled={delivery.sending}
          onClick={() => resend.mutate(undefined)}
        >
          Resend
        </Button>
      </p>
      <Facts
        facts={[
          ...(delivery.domain
            ? ([['Domain', <DomainName key="domain">{delivery.domain}</DomainName>]] satisfies [string, ReactNode][])
            : []),
          ['Event ID', <Mono key="event" text={delivery.event_id} what="the event ID" />],
          ['Delivery ID', <Mono key="id" text={delivery.id} what="the delivery ID" />],
          ['Created', <ExactTime key="at" at={delivery.created_at} seconds />],
          delivery.delivered_at
            ? ['Delivered', <ExactTime key="delivered" at={delivery.delivered_at} seconds />]
            : ['Next try', <Time key="next" at={delivery.next_attempt_at} never="none" />],
        ]}
      />
      <h3 className="panel-head">Attempts</h3>
      {delivery.log.length === 0 ? (
        <p className="quiet">None yet.</p>
      ) : (
        <ol className="attempts">
          {delivery.log
            .toSorted((a, b) => b.number - a.number)
            .map((attempt, index) => (
              <Attempt key={attempt.number} attempt={attempt} isOpen={index === 0} />
            ))}
        </ol>
      )}
      <figure className="code">
        <figcaption>
          <span>Body</span>
          <CopyButton text={delivery.body} />
        </figcaption>
        <pre tabIndex={0} aria-label="Body">
          <Json value={pretty(delivery.body)} />
        </pre>
      </figure>
    </>
  );
}

const Attempt = ({ attempt, isOpen }: { attempt: AttemptView; isOpen: boolean }) => (
  <li>
    <details open={isOpen}>
      <summary>
        <span className="attempt-number">{attempt.number}</span>
        {attempt.status ? <Status status={attempt.status} /> : <Badge tone="bad">{inWords(attempt.reason)}</Badge>}
        <span className="faint">{attempt.trigger}</span>
        <span className="grow" />
        <span className="faint">
          {attempt.duration_ms !== null && `${milliseconds(attempt.duration_ms)} · `}
          <Time at={attempt.started_at} />
        </span>
      </summary>
      <pre tabIndex={0} aria-label={`Answer to attempt ${attempt.number}`}>
        {attempt.answer || 'The answer was empty.'}
      </pre>
    </details>
  </li>
);
