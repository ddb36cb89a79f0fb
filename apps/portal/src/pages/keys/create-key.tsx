import { useQuery } from '@tanstack/react-query';
import type { KeysView, KeyWithValue } from '#api-keys/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import type { Scope } from '../try-it/calls';
import { useIsOperator, useTenant } from '../../shell/session';
import { FormDialog, openDialog } from '../../ui/dialog';
import { SegmentedField, SelectField, TextField } from '../../ui/field';
import { fieldRowClass, useFields } from '../../ui/form';
import { toInputValue } from '../../ui/time';
import { EXPIRIES, expiryOf, inDays } from './expiry';
import { NewKey } from './key-actions';
import { LimitField, PermissionCheckboxes, withoutWildcards } from './permissions';

export function CreateKey({ data }: { data: KeysView }) {
  const tenant = useTenant();
  const isOperator = useIsOperator();
  // Worlds have sandbox keys only.
  const isWorld = useQuery(queries.tenant(tenant)).data?.parent != null;
  const { values, update, field } = useFields(() => ({
    name: '',
    scope: 'sandbox' as Scope,
    permissions: withoutWildcards(data.permissions.sandbox),
    limit: '',
    expires_at: '',
    date: toInputValue(inDays(30)),
  }));
  const { name, scope, permissions, limit, expires_at: expiry, date } = values;
  const create = () =>
    callApi<KeyWithValue>('POST', ['tenants', tenant, 'keys'], {
      name: name.trim(),
      scope,
      permissions,
      ...(limit && { limit: Number(limit) }),
      ...(expiry && { expires_at: expiryOf(expiry, date) }),
    });

  return (
    <FormDialog
      title="Create API key"
      submit="Create key"
      onSubmit={create}
      onSuccess={created => openDialog(<NewKey created={created} />)}
    >
      <TextField
        label="Name"
        {...field('name')}
        hint="The system that uses the key, for example “Shop (staging)”."
        maxLength={100}
      />
      {!isWorld && (
        <SegmentedField
          label="Scope"
          hint={
            scope === 'sandbox'
              ? 'For testing. Payments are simulated.'
              : 'For the live registrar. Calls return 503 while it is off.'
          }
          value={scope}
          options={{ sandbox: 'Sandbox', live: 'Live' }}
          onChange={scope => update({ scope, permissions: withoutWildcards(data.permissions[scope]) })}
        />
      )}
      <PermissionCheckboxes data={data} scope={scope} {...field('permissions')} />
      <div className={fieldRowClass}>
        <SelectField label="Expires" empty="Never" options={EXPIRIES} {...field('expires_at')} />
        {expiry === 'custom' && <TextField label="Expiration date" type="datetime-local" {...field('date')} />}
        {isOperator && <LimitField hint="Leave empty for the default." {...field('limit')} />}
      </div>
    </FormDialog>
  );
}
