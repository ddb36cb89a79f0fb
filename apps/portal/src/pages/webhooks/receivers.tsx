import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReceiverView } from '#webhooks/contract';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink, useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DialogWhile } from '../../ui/dialog';
import { formatNumber } from '../../ui/format';
import { Card, Page, Tabs } from '../../ui/page';
import { Empty } from '../../ui/placeholders';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { ReceiverForm } from './receiver-form';

export default function Receivers() {
  const tenant = useTenant();
  const { search, change } = useUrlFields('/session/t/$tenant/webhooks');
  const receivers = useQuery({ ...queries.receivers(tenant), refetchInterval: 15_000 });
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => change({ new: '1' }, false)}>
      Add receiver
    </Button>
  );
  return (
    <WebhooksPage actions={add}>
      <Card flush>
        <Table
          label="Receivers"
          query={{ ...receivers, data: receivers.data?.receivers }}
          keyOf={({ id }) => id}
          empty={
            <Empty
              icon={Webhook}
              title="No receivers yet"
              action={add}
              text="Add the URL of your system to get a signed message for each event. Nameyard retries until your system responds with a 2xx status."
            />
          }
          columns={[
            {
              head: 'Receiver',
              lead: true,
              cell: ({ id, url, description }) => (
                <span className="two-lines">
                  <TenantLink
                    to="./webhooks/receivers/$receiver"
                    params={{ receiver: id }}
                    className="row-link wrap-anywhere"
                  >
                    {url}
                  </TenantLink>
                  {description && <span className="text-muted">{description}</span>}
                </span>
              ),
            },
            { head: 'State', corner: true, cell: receiver => <ReceiverState receiver={receiver} /> },
            { head: 'Events', cell: ({ events }) => events.join(', ') || 'All' },
            { head: 'Last success', cell: ({ last_success_at }) => <Time at={last_success_at} never="None yet" /> },
            { head: 'Waiting', cell: receiver => <Waiting receiver={receiver} />, number: true },
          ]}
        />
      </Card>
      {receivers.data && (
        <DialogWhile open={search.new === '1'} onClose={() => change({ new: undefined })}>
          <ReceiverForm data={receivers.data} />
        </DialogWhile>
      )}
    </WebhooksPage>
  );
}

/** The head of the webhook pages, with tabs for receivers and deliveries. */
export function WebhooksPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Page
      description={
        <>
          Signed messages that notify your systems of events. <a href="/docs/webhooks">How to verify them</a>
        </>
      }
      actions={actions}
    >
      <Tabs label="Webhooks">
        <TenantLink to="./webhooks" activeOptions={{ exact: true, includeSearch: false }}>
          Receivers
        </TenantLink>
        <TenantLink to="./webhooks/deliveries" activeOptions={{ includeSearch: false }}>
          Deliveries
        </TenantLink>
      </Tabs>
      {children}
    </Page>
  );
}

/** The server stops counting queued events after this number; it returns one more if there are more. */
const MAX_QUEUED = 10_000;

/** Number of events that wait for their first attempt, or "10,000+". */
export const formatQueued = (queued: number) =>
  queued > MAX_QUEUED ? `${formatNumber(MAX_QUEUED)}+` : formatNumber(queued);

/** Number of deliveries that wait for their first attempt or for another one. */
function Waiting({ receiver: { id, queued, pending } }: { receiver: ReceiverView }) {
  const link = (state: 'queued' | 'pending', text: string) => (
    <TenantLink to="./webhooks/receivers/$receiver" params={{ receiver: id }} search={{ state }}>
      {text}
    </TenantLink>
  );
  if (queued + pending === 0) return <span className="no-value">–</span>;
  return (
    <span className="two-lines">
      {queued > 0 && link('queued', `${formatQueued(queued)} queued`)}
      {pending > 0 && link('pending', `${formatQueued(pending)} pending`)}
    </span>
  );
}

export function ReceiverState({ receiver: { state, failing_since } }: { receiver: ReceiverView }) {
  if (state === 'off') return <Badge tone="bad">off</Badge>;
  return failing_since ? <Badge tone="warn">failing</Badge> : <Badge tone="ok">on</Badge>;
}
