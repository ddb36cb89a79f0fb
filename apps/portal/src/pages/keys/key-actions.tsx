import { useNavigate } from '@tanstack/react-router';
import { Activity, RefreshCw, Settings2, SquareTerminal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '../../api/client';
import type { Key, KeyWithValue } from '../../api/types';
import { useAction } from '../../api/use-action';
import { searchExample } from '../../lib/curl';
import { CodeBlock } from '../../ui/copy';
import { Confirm, NewSecret } from '../../ui/dialog';
import { Menu } from '../../ui/menu';
import { ReplaceDialog } from '../replace-dialog';

export const keyPath = (tenant: string, { id }: Key) => ['tenants', tenant, 'keys', id];

/** The menu in the row of a key. */
export function KeyMenu({ tenant, apiKey }: { tenant: string; apiKey: Key }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'roll' | 'revoke'>();
  const close = () => setDialog(undefined);
  const { id, name, status } = apiKey;
  const isActive = status === 'active';
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        items={[
          {
            label: isActive ? 'Edit' : 'Details',
            icon: Settings2,
            onSelect: () => void navigate({ to: '/t/$tenant/keys/$key', params: { tenant, key: id } }),
          },
          {
            label: 'Try it',
            icon: SquareTerminal,
            onSelect: () => void navigate({ to: '/t/$tenant/try', params: { tenant }, search: { key: id } }),
          },
          {
            label: 'View requests',
            icon: Activity,
            onSelect: () => void navigate({ to: '/t/$tenant/requests', params: { tenant }, search: { key: id } }),
          },
          isActive && { label: 'Roll…', icon: RefreshCw, onSelect: () => setDialog('roll') },
          isActive && { label: 'Revoke…', icon: Trash2, onSelect: () => setDialog('revoke'), danger: true },
        ]}
      />
      <RollKey tenant={tenant} apiKey={apiKey} open={dialog === 'roll'} onClose={close} />
      <RevokeKey tenant={tenant} apiKey={apiKey} open={dialog === 'revoke'} onClose={close} />
    </>
  );
}

interface KeyDialogProps {
  tenant: string;
  apiKey: Key;
  open: boolean;
  onClose: () => void;
  onSuccess?: () => void;
}

export function RollKey({ tenant, apiKey, open, onClose, onSuccess }: KeyDialogProps) {
  const [created, setCreated] = useState<KeyWithValue>();
  const close = () => {
    setCreated(undefined);
    onClose();
    onSuccess?.();
  };
  if (created) return <NewKey tenant={tenant} created={created} onSaved={close} />;
  return (
    <ReplaceDialog
      open={open}
      onClose={onClose}
      path={[...keyPath(tenant, apiKey), 'roll']}
      onSuccess={setCreated}
      title={`Roll ${apiKey.name}`}
      description="Creates a new key with the same permissions and limit. The old key works until it expires."
      label="The old key expires"
      submit="Roll key"
    />
  );
}

export function RevokeKey({ tenant, apiKey, open, onClose, onSuccess }: KeyDialogProps) {
  const revoke = useAction(() => callApi<Key>('POST', [...keyPath(tenant, apiKey), 'revoke']), {
    errors: 'form',
    done: `${apiKey.name} was revoked.`,
    onSuccess: () => {
      onClose();
      onSuccess?.();
    },
  });
  return (
    <Confirm open={open} onClose={onClose} action={revoke} title={`Revoke ${apiKey.name}?`} submit="Revoke key">
      <p>
        All calls with <code>{apiKey.hint}</code> return 401 within a second. You cannot undo this. To replace a key
        without downtime, roll it instead.
      </p>
    </Confirm>
  );
}

/** Shows the value of a key after it was created. */
export function NewKey(props: { tenant: string; created: KeyWithValue; onSaved: () => void }) {
  const { key, value } = props.created;
  return (
    <NewSecret
      wide
      title={`Save the key ${key.name}`}
      secret={value}
      description="You will not be able to see it again. Store it in a safe place, such as a password manager."
      onSaved={props.onSaved}
    >
      {key.scope === 'sandbox' && (
        <CodeBlock title="Try it in a terminal" text={searchExample(props.tenant, value)}>
          <code>{searchExample(props.tenant, `${value.slice(0, 15)}…`)}</code>
        </CodeBlock>
      )}
    </NewSecret>
  );
}
