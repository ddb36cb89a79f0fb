import { useState } from 'react';
import { callApi } from '../../api/client';
import type { KeyWithValue, Scope } from '../../api/types';
import { useAction } from '../../api/use-action';
import { useIsOperator } from '../../shell/session';
import { Dialog } from '../../ui/dialog';
import { SegmentedField, SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { toInputValue } from '../../ui/time';
import { NewKey } from './key-actions';
import { PermissionCheckboxes, type Permissions, withoutWildcards } from './permissions';

const DAY_MS = 86_400_000;

const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'custom', label: 'Custom date' },
];

interface CreateKeyProps {
  tenant: string;
  onClose: () => void;
  permissions: Permissions;
  descriptions: Record<string, string>;
}

/** A form for the new key, then its value. */
export function CreateKey({ open, ...props }: CreateKeyProps & { open: boolean }) {
  const [created, setCreated] = useState<KeyWithValue>();
  const close = () => {
    setCreated(undefined);
    props.onClose();
  };
  if (created) return <NewKey tenant={props.tenant} created={created} onSaved={close} />;
  return (
    <Dialog open={open} onClose={props.onClose} title="Create API key">
      <CreateForm {...props} onCreated={setCreated} />
    </Dialog>
  );
}

function CreateForm(props: CreateKeyProps & { onCreated: (created: KeyWithValue) => void }) {
  const isOperator = useIsOperator();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('sandbox');
  const [permissions, setPermissions] = useState(() => withoutWildcards(props.permissions.sandbox));
  const [limit, setLimit] = useState('');
  const [expiry, setExpiry] = useState('');
  const [date, setDate] = useState(() => toInputValue(new Date(Date.now() + 30 * DAY_MS)));
  const expiresAt = () => (expiry === 'custom' ? new Date(date) : new Date(Date.now() + Number(expiry) * DAY_MS));

  const create = useAction(
    () =>
      callApi<KeyWithValue>('POST', ['tenants', props.tenant, 'keys'], {
        name: name.trim(),
        scope,
        permissions,
        ...(limit && { limit: Number(limit) }),
        ...(expiry && { expires_at: expiresAt().toISOString() }),
      }),
    { errors: 'form', onSuccess: props.onCreated },
  );

  return (
    <Form action={create} onCancel={props.onClose} submit="Create key">
      <TextField
        label="Name"
        name="name"
        hint="The system that uses the key, for example “Shop (staging)”."
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
      />
      <SegmentedField
        label="Scope"
        hint={
          scope === 'sandbox'
            ? 'For testing. Payments are simulated.'
            : 'For the live registrar. Calls return 503 while it is off.'
        }
        value={scope}
        options={[
          { value: 'sandbox', label: 'Sandbox' },
          { value: 'live', label: 'Live' },
        ]}
        onChange={scope => {
          setScope(scope);
          setPermissions(withoutWildcards(props.permissions[scope]));
        }}
      />
      <PermissionCheckboxes
        all={props.permissions[scope]}
        descriptions={props.descriptions}
        value={permissions}
        onChange={setPermissions}
      />
      <div className="fields">
        <SelectField
          label="Expires"
          name="expires_at"
          value={expiry}
          empty="Never"
          options={EXPIRIES}
          onChange={setExpiry}
        />
        {expiry === 'custom' && (
          <TextField label="Expiration date" type="datetime-local" value={date} onChange={setDate} />
        )}
        {isOperator && (
          <TextField
            label="Requests per minute"
            name="limit"
            hint="Leave empty for the default."
            inputMode="numeric"
            value={limit}
            onChange={limit => setLimit(limit.replace(/\D/g, ''))}
          />
        )}
      </div>
    </Form>
  );
}
