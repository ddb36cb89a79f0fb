import { Activity, RefreshCw, Settings2, SquareTerminal, Trash2 } from 'lucide-react';
import type { KeyView, KeyWithValue } from '#api-keys/contract';
import { callApi } from '../../api/client';
import { searchExample } from '../../lib/curl';
import { useTenant, useTenantNavigate } from '../../shell/session';
import { CodeBlock } from '../../ui/copy';
import { Confirm, NewSecret, openDialog } from '../../ui/dialog';
import { Menu } from '../../ui/menu';
import { ReplaceDialog } from '../replace-dialog';

export const keyPath = (tenant: string, { id }: KeyView) => ['tenants', tenant, 'keys', id];

export function KeyMenu({ apiKey }: { apiKey: KeyView }) {
  const navigate = useTenantNavigate();
  const { id, name, status } = apiKey;
  const isActive = status === 'active';
  return (
    <Menu
      label={`Actions for ${name}`}
      items={[
        {
          label: isActive ? 'Edit' : 'Details',
          icon: Settings2,
          onSelect: () => void navigate({ to: './keys/$key', params: { key: id } }),
        },
        {
          label: 'Try it',
          icon: SquareTerminal,
          onSelect: () => void navigate({ to: './try', search: { key: id } }),
        },
        {
          label: 'View requests',
          icon: Activity,
          onSelect: () => void navigate({ to: './requests', search: { key: id } }),
        },
        isActive && { label: 'Roll…', icon: RefreshCw, dialog: <RollKey apiKey={apiKey} /> },
        isActive && { label: 'Revoke…', icon: Trash2, dialog: <RevokeKey apiKey={apiKey} />, danger: true },
      ]}
    />
  );
}

interface KeyDialogProps {
  apiKey: KeyView;
  onChange?: () => void;
}

export function RollKey({ apiKey, onChange }: KeyDialogProps) {
  const tenant = useTenant();
  return (
    <ReplaceDialog<KeyWithValue>
      path={[...keyPath(tenant, apiKey), 'roll']}
      onSuccess={created => openDialog(<NewKey created={created} onSaved={onChange} />)}
      title={`Roll ${apiKey.name}`}
      description="Creates a new key with the same permissions and limit. The old key works until it expires."
      label="The old key expires"
      submit="Roll key"
    />
  );
}

export function RevokeKey({ apiKey, onChange }: KeyDialogProps) {
  const tenant = useTenant();
  return (
    <Confirm
      title={`Revoke ${apiKey.name}?`}
      submit="Revoke key"
      onSubmit={() => callApi<KeyView>('POST', [...keyPath(tenant, apiKey), 'revoke'])}
      done={`${apiKey.name} was revoked.`}
      onSuccess={onChange}
    >
      All calls with <code>{apiKey.hint}</code> return 401. You cannot undo this. To replace a key without downtime,
      roll it instead.
    </Confirm>
  );
}

export function NewKey({ created, onSaved }: { created: KeyWithValue; onSaved?: (() => void) | undefined }) {
  const tenant = useTenant();
  const { key, value } = created;
  return (
    <NewSecret
      wide
      title={`Save the key ${key.name}`}
      secret={value}
      description="You will not be able to see it again. Store it in a safe place, such as a password manager."
      onSaved={onSaved}
    >
      {key.scope === 'sandbox' && <SearchExample tenant={tenant} value={value} />}
    </NewSecret>
  );
}

/** A search with a new key, of which only the beginning is shown. */
export const SearchExample = ({ tenant, value }: { tenant: string; value: string }) => (
  <CodeBlock title="Try it in a terminal" text={searchExample(tenant, value)}>
    <code>{searchExample(tenant, `${value.slice(0, 15)}…`)}</code>
  </CodeBlock>
);
