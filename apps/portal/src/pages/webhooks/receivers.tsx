import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { queries } from '../../api/queries';
import type { ReceiverView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { AddReceiver } from './add-receiver';
import { WebhooksPage } from './webhooks-page';

const route = getRouteApi('/session/t/$tenant/webhooks');

export default function Receivers() {
  const tenant = useTenant();
  const { new: isAdding } = route.useSearch();
  const navigate = route.useNavigate();
  const receivers = useQuery({ ...queries.receivers(tenant), refetchInterval: 15_000 });
  const open = (isOpen: boolean) => void navigate({ search: isOpen ? { new: '1' } : {}, replace: !isOpen });
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => open(true)}>
      Add receiver
    </Button>
  );
  return (
    <WebhooksPage tenant={tenant} actions={add}>
      <Card flush>
        <Table<ReceiverView>
          label="Receivers"
          query={receivers}
          rows={receivers.data?.receivers}
          keyOf={({ id }) => id}
          empty={
            <Empty icon={Webhook} title="No receivers yet" action={add}>
              Add the URL of your system to get a signed message for each event. Nameyard retries until your system
              responds with a 2xx status.
            </Empty>
          }
          columns={[
            {
              head: 'Receiver',
              lead: true,
              cell: ({ id, url, description }) => (
                <span className="two-lines">
                  <Link
                    to="/t/$tenant/webhooks/receivers/$receiver"
                    params={{ tenant, receiver: id }}
                    className="row-link wrap-anywhere"
                  >
                    {url}
                  </Link>
                  {description && <span className="faint">{description}</span>}
                </span>
              ),
            },
            { head: 'State', corner: true, cell: receiver => <ReceiverState receiver={receiver} /> },
            { head: 'Events', cell: ({ events }) => events.join(', ') || 'All' },
            { head: 'Last success', cell: ({ last_success_at }) => <Time at={last_success_at} never="None yet" /> },
          ]}
        />
      </Card>
      <AddReceiver
        tenant={tenant}
        open={isAdding === '1' && receivers.data !== undefined}
        onClose={() => open(false)}
        eventTypes={receivers.data?.event_types ?? []}
        allowsPrivate={receivers.data?.private_targets ?? false}
      />
    </WebhooksPage>
  );
}

export function ReceiverState({ receiver: { state, failing_since } }: { receiver: ReceiverView }) {
  if (state === 'off') return <Badge tone="bad">off</Badge>;
  return failing_since ? <Badge tone="warn">failing</Badge> : <Badge tone="ok">on</Badge>;
}
