import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Pencil, Power, RefreshCw, RotateCcw, Send, Trash2, Webhook } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import type { NewSecretView, ReceiverView, TestSent } from '../../api/types';
import { useAction } from '../../api/use-action';
import { MissingPage } from '../../shell/error-pages';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { Confirm, Dialog } from '../../ui/dialog';
import { sentence } from '../../ui/form';
import { EllipsisButton, Menu } from '../../ui/menu';
import { Card, Facts, Page } from '../../ui/page';
import { Loaded } from '../../ui/states';
import { Time } from '../../ui/time';
import { ReplaceDialog } from '../replace-dialog';
import { SigningSecret } from './add-receiver';
import { DeliveryList } from './delivery-list';
import { ReceiverForm } from './receiver-form';
import { ReceiverState } from './receivers';
import { RecoverDeliveries } from './recover-deliveries';

const route = getRouteApi('/session/t/$tenant/webhooks/receivers/$receiver');

export default function ReceiverPage() {
  const tenant = useTenant();
  const { receiver: id } = route.useParams();
  const receivers = useQuery({ ...queries.receivers(tenant), refetchInterval: 10_000 });
  const parent = (
    <Link to="/t/$tenant/webhooks" params={{ tenant }}>
      Webhooks
    </Link>
  );
  return (
    <Loaded query={receivers}>
      {({ receivers, event_types }) => {
        const receiver = receivers.find(receiver => receiver.id === id);
        if (receiver)
          return <ReceiverDetails tenant={tenant} receiver={receiver} eventTypes={event_types} parent={parent} />;
        return (
          <MissingPage title="Receiver not found" parent={parent} icon={Webhook} message="This receiver does not exist">
            It may have been removed.
          </MissingPage>
        );
      }}
    </Loaded>
  );
}

interface ReceiverDetailsProps {
  tenant: string;
  receiver: ReceiverView;
  eventTypes: string[];
  parent: ReactNode;
}

function ReceiverDetails({ tenant, receiver, eventTypes, parent }: ReceiverDetailsProps) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const navigateHere = route.useNavigate();
  const change = (more: Partial<typeof search>) => void navigateHere({ search: { ...search, ...more } });
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'remove' | 'recover'>();
  const close = () => setDialog(undefined);
  const { url, description, events, secrets, failing_since } = receiver;
  const isOn = receiver.state === 'on';
  const path = ['tenants', tenant, 'receivers', receiver.id];

  const test = useAction(() => callApi<TestSent>('POST', [...path, 'test']), {
    done: 'Test event sent.',
    onSuccess: ({ delivery_id }) => change({ open: delivery_id }),
  });
  const turn = useAction((state: 'on' | 'off') => callApi<ReceiverView>('PATCH', path, { state }), {
    done: ({ state }) => `The receiver is ${state}.`,
  });
  const remove = useAction(() => callApi('DELETE', path), {
    errors: 'form',
    done: 'The receiver was removed.',
    onSuccess: () => void navigate({ to: '/t/$tenant/webhooks', params: { tenant } }),
  });

  return (
    <Page
      title={URL.canParse(url) ? new URL(url).host : url}
      parent={parent}
      description={description || undefined}
      actions={
        <>
          <Button variant="primary" icon={Send} busy={test.isPending} disabled={!isOn} onClick={() => test.mutate()}>
            Send test event
          </Button>
          <Menu
            trigger={<EllipsisButton label="More actions" className="button button-secondary button-square" />}
            items={[
              { label: 'Edit…', icon: Pencil, onSelect: () => setDialog('edit') },
              { label: 'Rotate secret…', icon: RefreshCw, onSelect: () => setDialog('rotate') },
              isOn && { label: 'Recover deliveries…', icon: RotateCcw, onSelect: () => setDialog('recover') },
              { label: isOn ? 'Turn off' : 'Turn on', icon: Power, onSelect: () => turn.mutate(isOn ? 'off' : 'on') },
              { label: 'Remove…', icon: Trash2, onSelect: () => setDialog('remove'), danger: true },
            ]}
          />
        </>
      }
    >
      {!isOn && (
        <div className="notice notice-bad">
          <span>
            <strong>This receiver is off.</strong> {sentence(receiver.off_reason ?? 'it was turned off manually')}{' '}
            Events are skipped until you turn it on. You can recover them later.
          </span>
          <Button small busy={turn.isPending} onClick={() => turn.mutate('on')}>
            Turn on
          </Button>
        </div>
      )}
      {isOn && failing_since && (
        <div className="notice notice-warn">
          <span>
            <strong>Deliveries have been failing</strong> since <Time at={failing_since} />. After five days without a
            success, the receiver is turned off.
          </span>
          <Button small onClick={() => setDialog('recover')}>
            Recover
          </Button>
        </div>
      )}
      <Card>
        <Facts
          facts={{
            State: <ReceiverState receiver={receiver} />,
            Events: events.join(', ') || 'All',
            'Last success': <Time at={receiver.last_success_at} never="None yet" />,
            Created: <Time at={receiver.created_at} />,
            URL: <CopyableCode text={url} what="URL" />,
            ID: <CopyableCode text={receiver.id} what="receiver ID" />,
            [secrets.length > 1 ? 'Secrets' : 'Secret']: <Secrets secrets={secrets} />,
          }}
        />
      </Card>
      <Card flush title="Deliveries">
        <DeliveryList tenant={tenant} search={{ ...search, receiver: receiver.id }} change={change} />
      </Card>
      <Dialog open={dialog === 'edit'} onClose={close} title="Edit receiver">
        <ReceiverForm
          method="PATCH"
          path={path}
          initial={{ url, description, events }}
          eventTypes={eventTypes}
          submit="Save changes"
          done="Saved."
          onCancel={close}
          onSuccess={close}
        />
      </Dialog>
      <RotateSecret path={path} open={dialog === 'rotate'} onClose={close} />
      <RecoverDeliveries tenant={tenant} receiver={receiver} open={dialog === 'recover'} onClose={close} />
      <Confirm
        open={dialog === 'remove'}
        onClose={close}
        action={remove}
        title="Remove this receiver?"
        submit="Remove receiver"
      >
        <p>
          <code className="wrap-anywhere">{url}</code> no longer gets events, and its delivery log is removed.
        </p>
      </Confirm>
    </Page>
  );
}

const Secrets = ({ secrets }: Pick<ReceiverView, 'secrets'>) => (
  <ul className="plain-list">
    {secrets.map(({ hint, expires_at }) => (
      <li key={hint}>
        <code>{hint}</code>
        {expires_at && (
          <span className="faint">
            {' '}
            expires <Time at={expires_at} format="day" never="Never" />
          </span>
        )}
      </li>
    ))}
  </ul>
);

function RotateSecret({ path, open, onClose }: { path: string[]; open: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<NewSecretView>();
  const close = () => {
    setCreated(undefined);
    onClose();
  };
  if (created) return <SigningSecret secret={created.secret} onSaved={close} />;
  return (
    <ReplaceDialog
      open={open}
      onClose={onClose}
      path={[...path, 'rotate']}
      onSuccess={setCreated}
      title="Rotate signing secret"
      description="Messages are signed with both secrets until the old one expires."
      label="The old secret expires"
      submit="Rotate secret"
    />
  );
}
