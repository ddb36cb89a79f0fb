import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Ellipsis, Pencil, Power, RefreshCw, RotateCcw, Send, Trash2, Webhook } from 'lucide-react';
import { useState } from 'react';
import { ask, of } from '../../api/client';
import { q } from '../../api/queries';
import type { NewSecretView, ReceiverView, TestSent } from '../../api/types';
import { useAction } from '../../api/use-action';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { Mono } from '../../ui/copy';
import { Confirm, Dialog, DialogForm } from '../../ui/dialog';
import { Field, Select, sentence } from '../../ui/field';
import { Menu } from '../../ui/menu';
import { NewSecret } from '../../ui/new-secret';
import { Card, Facts, Page } from '../../ui/page';
import { Empty, Loaded } from '../../ui/states';
import { Day, Time } from '../../ui/time';
import { DeliveryList } from './delivery-list';
import { ReceiverFields } from './receiver-fields';
import { ReceiverState } from './receivers';
import { Recover } from './recover';

const route = getRouteApi('/session/t/$tenant/webhooks/receivers/$receiver');

/** One receiver: how it does, its secrets, and what was sent to it. */
export function Receiver() {
  const tenant = useTenant();
  const { receiver: id } = route.useParams();
  const receivers = useQuery({ ...q.receivers(tenant), refetchInterval: 10_000 });
  return (
    <Loaded query={receivers}>
      {({ receivers, event_types }) => {
        const receiver = receivers.find(receiver => receiver.id === id);
        return receiver ? (
          <One tenant={tenant} receiver={receiver} types={event_types} />
        ) : (
          <Page title="No such receiver" above={<Above tenant={tenant} />}>
            <Empty icon={<Webhook size={22} />} title="This tenant has no such receiver">
              It may have been removed.
            </Empty>
          </Page>
        );
      }}
    </Loaded>
  );
}

const Above = ({ tenant }: { tenant: string }) => (
  <Link to="/t/$tenant/webhooks" params={{ tenant }}>
    Webhooks
  </Link>
);

type Doing = 'edit' | 'rotate' | 'remove' | 'recover' | undefined;

function One({ tenant, receiver, types }: { tenant: string; receiver: ReceiverView; types: string[] }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const go = route.useNavigate();
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  const path = of(tenant, `receivers/${encodeURIComponent(receiver.id)}`);
  const stale = [
    [tenant, 'receivers'],
    [tenant, 'deliveries'],
  ];
  const isOn = receiver.state === 'on';

  const test = useAction(() => ask<TestSent>('POST', `${path}/test`), {
    stale,
    done: 'A test is on its way.',
    onDone: ({ delivery_id }) => void go({ search: { ...search, open: delivery_id } }),
  });
  const turn = useAction((state: 'on' | 'off') => ask<ReceiverView>('PATCH', path, { state }), {
    stale,
    done: (_, state) => `The receiver is ${state}.`,
  });
  const remove = useAction(() => ask('DELETE', path), {
    stale,
    done: 'The receiver is removed.',
    onDone: () => void navigate({ to: '/t/$tenant/webhooks', params: { tenant } }),
  });

  return (
    <Page
      title={hostOf(receiver.url)}
      above={<Above tenant={tenant} />}
      about={receiver.description || undefined}
      actions={
        <>
          <Button
            variant="primary"
            icon={<Send size={15} aria-hidden />}
            busy={test.isPending}
            disabled={!isOn}
            onClick={() => test.mutate(undefined)}
          >
            Send a test
          </Button>
          <Menu
            trigger={
              <button type="button" className="button button-secondary button-square" aria-label="More actions">
                <Ellipsis size={18} aria-hidden />
              </button>
            }
            items={[
              { label: 'Edit …', icon: <Pencil size={16} aria-hidden />, onSelect: () => setDoing('edit') },
              {
                label: 'Rotate the secret …',
                icon: <RefreshCw size={16} aria-hidden />,
                onSelect: () => setDoing('rotate'),
              },
              ...(isOn
                ? [
                    {
                      label: 'Recover what failed …',
                      icon: <RotateCcw size={16} aria-hidden />,
                      onSelect: () => setDoing('recover'),
                    },
                  ]
                : []),
              {
                label: isOn ? 'Switch off' : 'Switch on',
                icon: <Power size={16} aria-hidden />,
                onSelect: () => turn.mutate(isOn ? 'off' : 'on'),
              },
              {
                label: 'Remove …',
                icon: <Trash2 size={16} aria-hidden />,
                onSelect: () => setDoing('remove'),
                danger: true,
              },
            ]}
          />
        </>
      }
    >
      {!isOn && (
        <div className="notice notice-bad">
          <span>
            <strong>This receiver is off.</strong> {sentence(receiver.off_reason ?? 'Somebody switched it off')} What
            happens meanwhile is skipped, and can be recovered later.
          </span>
          <Button small busy={turn.isPending} onClick={() => turn.mutate('on')}>
            Switch on
          </Button>
        </div>
      )}
      {isOn && receiver.failing_since && (
        <div className="notice notice-warn">
          <span>
            <strong>It has been failing</strong> since <Time at={receiver.failing_since} />. Five days without a success
            switch it off.
          </span>
          <Button small onClick={() => setDoing('recover')}>
            Recover
          </Button>
        </div>
      )}
      <Card>
        <Facts
          facts={[
            ['State', <ReceiverState key="state" receiver={receiver} />],
            ['Events', receiver.events.length === 0 ? 'All' : receiver.events.join(', ')],
            ['Last success', <Time key="success" at={receiver.last_success_at} never="none yet" />],
            ['Created', <Time key="created" at={receiver.created_at} />],
            ['Address', <Mono key="url" text={receiver.url} what="the address" />],
            ['ID', <Mono key="id" text={receiver.id} what="the ID" />],
            [
              receiver.secrets.length > 1 ? 'Secrets' : 'Secret',
              <ul key="secrets" className="plain-list">
                {receiver.secrets.map(({ hint, expires_at }) => (
                  <li key={hint}>
                    <code>{hint}</code>
                    {expires_at && (
                      <span className="faint">
                        {' '}
                        signs until <Day at={expires_at} />
                      </span>
                    )}
                  </li>
                ))}
              </ul>,
            ],
          ]}
        />
      </Card>
      <Card flush title="Deliveries">
        <DeliveryList
          tenant={tenant}
          receiver={receiver.id}
          state={search.state}
          open={search.open}
          onSearch={more => void go({ search: { ...search, ...more } })}
        />
      </Card>
      <Edit tenant={tenant} receiver={receiver} types={types} open={doing === 'edit'} onClose={close} />
      <Rotate path={path} tenant={tenant} open={doing === 'rotate'} onClose={close} />
      <Recover path={path} tenant={tenant} receiver={receiver} open={doing === 'recover'} onClose={close} />
      <Confirm
        open={doing === 'remove'}
        onClose={close}
        onConfirm={() => remove.mutate(undefined)}
        title="Remove this receiver?"
        action="Remove receiver"
        busy={remove.isPending}
      >
        <p>
          Nothing is sent to <code className="break">{receiver.url}</code> any more, and what was sent is no longer
          shown.
        </p>
      </Confirm>
    </Page>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

function Edit(props: { tenant: string; receiver: ReceiverView; types: string[]; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Edit the receiver">
      <EditForm {...props} />
    </Dialog>
  );
}

function EditForm({
  tenant,
  receiver,
  types,
  onClose,
}: {
  tenant: string;
  receiver: ReceiverView;
  types: string[];
  onClose: () => void;
}) {
  const { url, description, events } = receiver;
  const [terms, setTerms] = useState({ url, description, events });
  const save = useAction(
    () => ask<ReceiverView>('PATCH', of(tenant, `receivers/${encodeURIComponent(receiver.id)}`), terms),
    { quiet: true, stale: [[tenant, 'receivers']], done: 'Saved.', onDone: onClose },
  );
  return (
    <DialogForm onSubmit={() => save.mutate(undefined)} onCancel={onClose} submit="Save changes" busy={save.isPending}>
      <ReceiverFields terms={terms} types={types} onChange={setTerms} error={save.error} />
    </DialogForm>
  );
}

/** A new secret, while the old one goes on signing for as long as systems need to change over. */
function Rotate(props: { path: string; tenant: string; open: boolean; onClose: () => void }) {
  const [overlap, setOverlap] = useState('24');
  const [secret, setSecret] = useState<string>();
  const rotate = useAction(
    () =>
      ask<NewSecretView>('POST', `${props.path}/rotate`, {
        overlap_hours: Number(overlap),
      }),
    { stale: [[props.tenant, 'receivers']], onDone: ({ secret }) => setSecret(secret) },
  );
  if (secret)
    return (
      <NewSecret
        title="Store the new signing secret"
        secret={secret}
        onStored={() => {
          setSecret(undefined);
          props.onClose();
        }}
      />
    );
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Rotate the secret"
      description="Messages are signed with both secrets until the old one ends, so that nothing is lost while you change over."
    >
      <DialogForm
        onSubmit={() => rotate.mutate(undefined)}
        onCancel={props.onClose}
        submit="Rotate secret"
        busy={rotate.isPending}
      >
        <Field label="The old secret ends">
          <Select value={overlap} onChange={event => setOverlap(event.target.value)}>
            <option value="0">At once</option>
            <option value="1">After an hour</option>
            <option value="24">After a day</option>
            <option value="168">After a week</option>
          </Select>
        </Field>
      </DialogForm>
    </Dialog>
  );
}
