import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReceiversView, ReceiverView, ReceiverWithSecret } from '#webhooks/contract';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink } from '../../shell/links';
import { useTenant, useTenantNavigate } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DialogWhile, FormDialog, NewSecret, openDialog } from '../../ui/dialog';
import { formatNumber } from '../../ui/format';
import { Card, Page, Tabs } from '../../ui/page';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { callApi } from '../../api/client';
import { CodeBlock } from '../../ui/copy';
import { Checkbox, CheckboxGroup, SegmentedField, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { ListenCommand } from './listen';
import { nameOf } from './name-of';
import { RecentDeliveries } from './recent-deliveries';

export default function Receivers() {
  const tenant = useTenant();
  const { search, change, push } = useUrlFields('/session/t/$tenant/webhooks');
  const receivers = useQuery({ ...queries.receivers(tenant), refetchInterval: 15_000 });
  const add = <Button label="Add receiver" variant="primary" icon={Plus} onClick={() => push({ new: '1' })} />;
  return (
    <WebhooksPage actions={add}>
      <Card flush>
        <Table
          label="Receivers"
          query={{ ...receivers, data: receivers.data?.receivers }}
          empty={{
            icon: Webhook,
            title: 'No receivers yet',
            text: (
              <>
                <p>
                  Add the URL of your system to get a signed message for each event. Nameyard retries until your system
                  responds with a 2xx status. Without a public address, use this command instead:
                </p>
                <div className="mt-3 text-start">
                  <ListenCommand />
                </div>
              </>
            ),
            action: add,
          }}
          columns={[
            {
              head: 'Receiver',
              phoneTitle: true,
              cell: receiver => (
                <TenantLink
                  to="./webhooks/receivers/$receiver"
                  params={{ receiver: receiver.id }}
                  className="row-link wrap-anywhere"
                  label={nameOf(receiver)}
                />
              ),
              note: ({ description, url }) => description && <span className="text-muted wrap-anywhere">{url}</span>,
            },
            { head: 'State', phoneCorner: true, cell: receiver => <ReceiverState receiver={receiver} /> },
            { head: 'Latest deliveries', cell: ({ id }) => <RecentDeliveries receiver={id} /> },
            { head: 'Events', desktopOnly: true, cell: ({ events }) => events.join(', ') || 'All' },
            {
              head: 'Environment',
              desktopOnly: true,
              cell: ({ environment }) => ENVIRONMENTS[environment],
            },
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
      description="Signed messages that notify your systems of events."
      docs={{ href: '/docs/webhooks', label: 'How to verify them' }}
      actions={actions}
    >
      <Tabs label="Webhooks">
        <TenantLink to="./webhooks" activeOptions={{ exact: true, includeSearch: false }} label="Receivers" />
        <TenantLink to="./webhooks/deliveries" activeOptions={{ includeSearch: false }} label="Deliveries" />
      </Tabs>
      {children}
    </Page>
  );
}

/** The server counts waiting events and deliveries up to this number; one more stands for any larger number. */
const MAX_COUNTED = 10_000;

/** Number of events or deliveries that wait for an attempt, or "10,000+". */
export const formatWaiting = (count: number) =>
  count > MAX_COUNTED ? `${formatNumber(MAX_COUNTED)}+` : formatNumber(count);

/** Number of deliveries that wait for their first attempt or for a retry. */
function Waiting({ receiver: { id, queued, pending } }: { receiver: ReceiverView }) {
  const link = (state: 'queued' | 'pending', text: string) => (
    <TenantLink to="./webhooks/receivers/$receiver" params={{ receiver: id }} search={{ state }} label={text} />
  );
  if (queued + pending === 0) return <span className="no-value">–</span>;
  return (
    <span className="two-lines">
      {queued > 0 && link('queued', `${formatWaiting(queued)} queued`)}
      {pending > 0 && link('pending', `${formatWaiting(pending)} pending`)}
    </span>
  );
}

export function ReceiverState({ receiver: { state, failing_since } }: { receiver: ReceiverView }) {
  if (state === 'off') return <Badge tone="bad">off</Badge>;
  return failing_since ? <Badge tone="warn">failing</Badge> : <Badge tone="ok">on</Badge>;
}

const ENVIRONMENTS = { sandbox: 'Sandbox', live: 'Live' };

interface ReceiverFormProps {
  /** The receiver to edit. If undefined, the form adds a receiver and then shows its signing secret. */
  receiver?: ReceiverView;
  data: ReceiversView;
}

export function ReceiverForm({ receiver, data }: ReceiverFormProps) {
  const tenant = useTenant();
  const navigate = useTenantNavigate();
  const path = ['tenants', tenant, 'receivers'];
  const { url = '', description = '', events: initialEvents = [] } = receiver ?? {};
  const { values, update, field } = useFields({
    url,
    description,
    events: initialEvents,
    environment: receiver?.environment ?? 'sandbox',
  });
  const { events } = values; // empty for all events
  const save = async () => {
    if (!receiver) return callApi<ReceiverWithSecret>('POST', path, values);
    const { environment: _, ...changes } = values;
    await callApi('PATCH', [...path, receiver.id], changes);
    return undefined;
  };
  const showSecret = ({ secret, receiver: { id } }: ReceiverWithSecret) => {
    const params = { receiver: id };
    const showReceiver = () => void navigate({ to: './webhooks/receivers/$receiver', params, replace: true });
    openDialog(<SigningSecret secret={secret} onSaved={showReceiver} />);
  };
  return (
    <FormDialog
      title={receiver ? 'Edit receiver' : 'Add receiver'}
      submit={receiver ? 'Save changes' : 'Add receiver'}
      onSubmit={save}
      done={receiver && 'Saved.'}
      onSuccess={created => created && showSecret(created)}
    >
      <TextField
        label="URL"
        {...field('url')}
        hint="Nameyard sends events to this URL with POST."
        type="url"
        inputMode="url"
        placeholder="https://shop.example/webhooks"
      />
      {!receiver && <TestEndpoint allowsPrivate={data.private_targets} setUrl={url => update({ url })} />}
      <TextField label="Description" {...field('description')} hint="Optional." maxLength={200} />
      {!receiver && (
        <SegmentedField
          label="Environment"
          options={ENVIRONMENTS}
          {...field('environment')}
          hint="It cannot be changed later."
        />
      )}
      <CheckboxGroup
        legend="Events"
        options={data.event_types.map(type => ({ value: type, label: <code>{type}</code> }))}
        {...field('events')}
        value={events.length === 0 ? data.event_types : events}
        disabled={events.length === 0}
      >
        <Checkbox
          label="All events, including future types"
          checked={events.length === 0}
          onChange={isAll => update({ events: isAll ? [] : data.event_types })}
        />
      </CheckboxGroup>
    </FormDialog>
  );
}

export const SigningSecret = ({ secret, onSaved }: { secret: string; onSaved?: () => void }) => (
  <NewSecret
    title="Save the signing secret"
    secret={secret}
    onSaved={onSaved}
    description={
      <p>
        Your system uses it to verify that messages come from Nameyard. You will not be able to see it again.{' '}
        <a href="/docs/webhooks" target="_blank" rel="noreferrer">
          How to verify messages
        </a>
      </p>
    }
  />
);

const TEST_URL = 'http://localhost:4000/';
const TEST_SERVER = `node -e "require('http').createServer((q, s) => { q.pipe(process.stdout); q.on('end', () => s.end()) }).listen(4000)"`;

/** Help for users who have no endpoint yet. */
function TestEndpoint({ allowsPrivate, setUrl }: { allowsPrivate: boolean; setUrl: (url: string) => void }) {
  return (
    <details className="-mt-2 text-sm text-secondary *:not-first:mt-2.5">
      <summary className="w-fit cursor-pointer text-accent">No endpoint yet?</summary>
      {allowsPrivate ? (
        <>
          <p>Start this server in a terminal. It prints each message and responds with 200.</p>
          <CodeBlock title="In a terminal" text={TEST_SERVER} />
          <Button label={`Use ${TEST_URL}`} small onClick={() => setUrl(TEST_URL)} />
        </>
      ) : (
        <>
          <p>On a machine without a public address, use the command line to receive events. You need no receiver.</p>
          <ListenCommand forwards={false} />
        </>
      )}
    </details>
  );
}
