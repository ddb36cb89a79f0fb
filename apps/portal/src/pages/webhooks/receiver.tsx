import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Pencil, Power, RefreshCw, RotateCcw, Send, Trash2, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NewSecretView, ReceiversView, ReceiverView, TestDelivery } from '#webhooks/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { useUrlFields } from '../../lib/url-fields';
import { MissingPage } from '../../shell/error-pages';
import { TenantLink } from '../../shell/links';
import { useTenant, useTenantNavigate } from '../../shell/session';
import { Button, buttonClass } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { Confirm, OpenButton, openDialog } from '../../ui/dialog';
import { toSentence } from '../../ui/form';
import { Menu } from '../../ui/menu';
import { Notice } from '../../ui/notice';
import { Card, Facts, Page } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { Time } from '../../ui/time';
import { ReplaceDialog } from '../replace-dialog';
import { DeliveryList } from './deliveries';
import { Latency } from './latency';
import { formatWaiting, ReceiverForm, ReceiverState, SigningSecret } from './receivers';
import { RecoverDeliveries } from './recover-deliveries';

const ROUTE = '/session/t/$tenant/webhooks/receivers/$receiver';

export default function ReceiverPage() {
  const tenant = useTenant();
  const { receiver: id } = useParams({ from: ROUTE });
  const receivers = useQuery({ ...queries.receivers(tenant), refetchInterval: 10_000 });
  const parent = <TenantLink to="./webhooks" label="Webhooks" />;
  return (
    <Loaded query={receivers}>
      {data => {
        const receiver = data.receivers.find(receiver => receiver.id === id);
        if (receiver) return <ReceiverDetails receiver={receiver} data={data} parent={parent} />;
        return (
          <MissingPage
            title="Receiver not found"
            parent={parent}
            icon={Webhook}
            message="This receiver does not exist"
            text="It may have been removed."
          />
        );
      }}
    </Loaded>
  );
}

function ReceiverDetails(props: { receiver: ReceiverView; data: ReceiversView; parent: ReactNode }) {
  const { receiver, data, parent } = props;
  const tenant = useTenant();
  const { search, push } = useUrlFields(ROUTE);
  const { url, description, events, secrets, failing_since, queued, pending } = receiver;
  const isOn = receiver.state === 'on';
  const path = ['tenants', tenant, 'receivers', receiver.id];

  const test = useAction(() => callApi<TestDelivery>('POST', [...path, 'test']), {
    done: 'Test event sent.',
    onSuccess: ({ delivery_id }) => push({ open: delivery_id }),
  });
  const turn = useAction((state: 'on' | 'off') => callApi<ReceiverView>('PATCH', path, { state }), {
    done: ({ state }) => `The receiver is ${state}.`,
  });
  const recover = <RecoverDeliveries receiver={receiver} />;

  return (
    <Page
      title={URL.canParse(url) ? new URL(url).host : url}
      parent={parent}
      description={description || undefined}
      actions={
        <>
          <Button
            label="Send test event"
            variant="primary"
            icon={Send}
            busy={test.isPending}
            disabled={!isOn}
            onClick={() => test.mutate()}
          />
          <Menu
            label="More actions"
            className={`${buttonClass()} w-9 px-0!`}
            items={[
              { label: 'Edit…', icon: Pencil, dialog: <ReceiverForm receiver={receiver} data={data} /> },
              { label: 'Rotate secret…', icon: RefreshCw, dialog: <RotateSecret path={path} /> },
              isOn && { label: 'Recover deliveries…', icon: RotateCcw, dialog: recover },
              { label: isOn ? 'Turn off' : 'Turn on', icon: Power, onSelect: () => turn.mutate(isOn ? 'off' : 'on') },
              { label: 'Remove…', icon: Trash2, dialog: <RemoveReceiver url={url} path={path} />, danger: true },
            ]}
          />
        </>
      }
    >
      {!isOn && (
        <Notice tone="bad">
          <span>
            <strong>This receiver is off.</strong> {toSentence(receiver.off_reason ?? 'it was turned off manually')}{' '}
            Events are skipped until you turn it on. You can recover them later.
          </span>
          <Button label="Turn on" small busy={turn.isPending} onClick={() => turn.mutate('on')} />
        </Notice>
      )}
      {isOn && failing_since && (
        <Notice tone="warn">
          <span>
            <strong>Deliveries have been failing</strong> since <Time at={failing_since} />. After five days without a
            success, the receiver is turned off.
          </span>
          <OpenButton small label="Recover" dialog={recover} />
        </Notice>
      )}
      <Card>
        <Facts
          facts={{
            State: <ReceiverState receiver={receiver} />,
            Events: events.join(', ') || 'All',
            Queued: queued > 0 ? `${formatWaiting(queued)} ${queued === 1 ? 'event' : 'events'}` : undefined,
            Pending:
              pending > 0
                ? `${formatWaiting(pending)} ${pending === 1 ? 'delivery waits' : 'deliveries wait'} for another attempt`
                : undefined,
            'Last success': <Time at={receiver.last_success_at} never="None yet" />,
            Created: <Time at={receiver.created_at} />,
            URL: <CopyableCode text={url} what="URL" />,
            ID: <CopyableCode text={receiver.id} what="receiver ID" />,
            [secrets.length > 1 ? 'Secrets' : 'Secret']: <Secrets secrets={secrets} />,
          }}
        />
      </Card>
      <Latency receiver={receiver.id} />
      <Card flush title="Deliveries">
        <DeliveryList search={{ ...search, receiver: receiver.id }} change={push} />
      </Card>
    </Page>
  );
}

const Secrets = ({ secrets }: Pick<ReceiverView, 'secrets'>) => (
  <ul className="grid grid-cols-1 gap-0.5">
    {secrets.map(({ hint, expires_at }) => (
      <li key={hint}>
        <code>{hint}</code>
        {expires_at && (
          <span className="text-muted">
            {' '}
            expires <Time at={expires_at} format="day" />
          </span>
        )}
      </li>
    ))}
  </ul>
);

const RotateSecret = ({ path }: { path: string[] }) => (
  <ReplaceDialog<NewSecretView>
    path={[...path, 'rotate']}
    onSuccess={({ secret }) => openDialog(<SigningSecret secret={secret} />)}
    title="Rotate signing secret"
    description="Messages are signed with both secrets until the old one expires."
    label="The old secret expires"
    submit="Rotate secret"
  />
);

function RemoveReceiver({ url, path }: { url: string; path: string[] }) {
  const navigate = useTenantNavigate();
  return (
    <Confirm
      title="Remove this receiver?"
      submit="Remove receiver"
      onSubmit={() => callApi('DELETE', path)}
      done="The receiver was removed."
      onSuccess={() => void navigate({ to: './webhooks' })}
    >
      <code className="wrap-anywhere">{url}</code> no longer gets events, and its secrets are deleted. Its deliveries
      stay in the list of deliveries.
    </Confirm>
  );
}
