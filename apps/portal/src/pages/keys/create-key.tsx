import { useState } from 'react';
import { ask, of } from '../../api/client';
import type { Keys, KeyWithValue, Scope } from '../../api/types';
import { useAction } from '../../api/use-action';
import { useIsOperator } from '../../shell/session';
import { Dialog, DialogForm } from '../../ui/dialog';
import { Choice, Field, Input, Select } from '../../ui/field';
import { forInput } from '../../ui/time';
import { NewValue } from './new-value';
import { PermissionBoxes, singles } from './permissions';

const EXPIRIES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'at', label: 'At a time of your choice' },
];

/** A key in two steps: its terms, then its value, which is shown this once. */
export function CreateKey(props: {
  tenant: string;
  open: boolean;
  onClose: () => void;
  permissions: Keys['permissions'] | undefined;
}) {
  const [made, setMade] = useState<KeyWithValue>();
  const isOpen = props.open && props.permissions !== undefined;
  if (made)
    return (
      <NewValue
        tenant={props.tenant}
        made={made}
        title={`Store the value of “${made.key.name}”`}
        onStored={() => {
          setMade(undefined);
          props.onClose();
        }}
      />
    );
  return (
    <Dialog open={isOpen} onClose={props.onClose} title="Create a key">
      <Terms {...props} all={props.permissions!} onMade={setMade} />
    </Dialog>
  );
}

function Terms(props: {
  tenant: string;
  all: Keys['permissions'];
  onClose: () => void;
  onMade: (made: KeyWithValue) => void;
}) {
  const isOperator = useIsOperator();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('sandbox');
  const [permissions, setPermissions] = useState(() => singles(props.all.sandbox));
  const [limit, setLimit] = useState('');
  const [expiry, setExpiry] = useState('');
  const [at, setAt] = useState(() => forInput(new Date(Date.now() + 30 * 86_400_000)));

  const create = useAction(
    () =>
      ask<KeyWithValue>('POST', of(props.tenant, 'keys'), {
        name: name.trim(),
        scope,
        permissions,
        ...(limit && { limit: Number(limit) }),
        ...(expiry && { expires_at: expiresAt(expiry, at) }),
      }),
    { quiet: true, stale: [[props.tenant]], onDone: props.onMade },
  );
  const problem = (field: string) => create.error?.about(field);
  const choose = (next: Scope) => {
    setScope(next);
    setPermissions(singles(props.all[next]));
  };

  return (
    <DialogForm
      onSubmit={() => create.mutate(undefined)}
      onCancel={props.onClose}
      submit="Create key"
      busy={create.isPending}
    >
      <Field label="Name" hint="What will use it, such as “Shop, staging”." error={problem('name')}>
        <Input value={name} onChange={event => setName(event.target.value)} maxLength={100} autoFocus />
      </Field>
      <div className="field">
        <span className="label" aria-hidden>
          Scope
        </span>
        <Choice
          legend="Scope"
          value={scope}
          options={[
            { value: 'sandbox', label: 'Sandbox' },
            { value: 'live', label: 'Live' },
          ]}
          onChange={choose}
        />
        <p className="hint">
          {scope === 'sandbox'
            ? 'For testing: nothing is really bought.'
            : 'For the live registrar. While that is off, every call gets 503.'}
        </p>
      </div>
      <PermissionBoxes scope={scope} all={props.all[scope]} granted={permissions} onChange={setPermissions} />
      {problem('permissions') && <p className="problem">{problem('permissions')}</p>}
      <div className="fields">
        <Field label="Expires" error={problem('expires_at')}>
          <Select value={expiry} onChange={event => setExpiry(event.target.value)}>
            {EXPIRIES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {expiry === 'at' && (
          <Field label="Expires at">
            <Input type="datetime-local" value={at} onChange={event => setAt(event.target.value)} />
          </Field>
        )}
        {isOperator && (
          <Field label="Requests a minute" hint="Empty: the usual limit." error={problem('limit')}>
            <Input
              inputMode="numeric"
              value={limit}
              onChange={event => setLimit(event.target.value.replace(/\D/g, ''))}
            />
          </Field>
        )}
      </div>
      {create.error && create.error.details.length === 0 && (
        <p className="problem" role="alert">
          {create.error.message}
        </p>
      )}
    </DialogForm>
  );
}

const expiresAt = (expiry: string, at: string) =>
  (expiry === 'at' ? new Date(at) : new Date(Date.now() + Number(expiry) * 86_400_000)).toISOString();
