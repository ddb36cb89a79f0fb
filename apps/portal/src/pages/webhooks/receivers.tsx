import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { q } from '../../api/queries';
import type { ReceiverView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { AddReceiver } from './add-receiver';
import { WebhooksPage } from './frame';

const route = getRouteApi('/session/t/$tenant/webhooks');

export function Receivers() {
  const tenant = useTenant();
  const { new: adding } = route.useSearch();
  const navigate = route.useNavigate();
  const receivers = useQuery({ ...q.receivers(tenant), refetchInterval: 15_000 });
  const open = (isOpen: boolean) => void navigate({ search: isOpen ? { new: '1' } : {}, replace: !isOpen });
  const add = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => open(true)}>
      Add receiver
    </Button>
  );
  return (
    <WebhooksPage tenant={tenant} actions={add}>
      <Card flush>
        <Table<ReceiverView>
          label="Receivers"
          rows={receivers.data?.receivers}
          error={receivers.error}
          retry={() => void receivers.refetch()}
          keyOf={({ id }) => id}
          empty={
            <Empty icon={<Webhook size={22} />} title="Nobody is told yet" action={add}>
              Add the address of your system. It gets a signed message when a name was registered, and again until it
              has answered with 2xx.
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
                    className="row-link break"
                  >
                    {url}
                  </Link>
                  {description && <span className="faint">{description}</span>}
                </span>
              ),
            },
            { head: 'State', corner: true, cell: receiver => <ReceiverState receiver={receiver} /> },
            { head: 'Events', cell: ({ events }) => (events.length === 0 ? 'All' : events.join(', ')) },
            { head: 'Last success', cell: ({ last_success_at }) => <Time at={last_success_at} never="none yet" /> },
          ]}
        />
      </Card>
      <AddReceiver
        tenant={tenant}
        open={adding === '1' && receivers.data !== undefined}
        onClose={() => open(false)}
        types={receivers.data?.event_types ?? []}
        isLocal={receivers.data?.private_targets ?? false}
      />
    </WebhooksPage>
  );
}

export function ReceiverState({ receiver: { state, failing_since } }: { receiver: ReceiverView }) {
  if (state === 'off') return <Badge tone="bad">off</Badge>;
  return failing_since ? <Badge tone="warn">failing</Badge> : <Badge tone="ok">on</Badge>;
}
