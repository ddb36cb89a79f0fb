import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { KeyRound, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { KeysView, KeyView } from '#api-keys/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { MissingPage } from '../../shell/error-pages';
import { TenantLink } from '../../shell/links';
import { useIsOperator, useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { CopyableCode } from '../../ui/copy';
import { OpenButton } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { fieldRowClass, Form, useFields } from '../../ui/form';
import { formatNumber } from '../../ui/format';
import { Card, Facts, Page } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { Time, toInputValue } from '../../ui/time';
import { EXPIRIES, expiryOf, inDays, NEVER } from './expiry';
import { Headroom, KeyErrors, KeyRequests } from './key-activity';
import { keyPath, RevokeKey, RollKey } from './key-actions';
import { KeyStatus } from './keys';
import { expand, LimitField, PermissionCheckboxes } from './permissions';
import { TestKey } from './test-key';

export default function KeyPage() {
  const tenant = useTenant();
  const { key: id } = useParams({ from: '/session/t/$tenant/keys/$key' });
  const keys = useQuery({ ...queries.keys(tenant), refetchInterval: 15_000 });
  const parent = <TenantLink to="./keys" label="Keys" />;
  return (
    <Loaded query={keys}>
      {data => {
        const key = data.keys.find(key => key.id === id);
        if (key) return <KeyDetails key={id} apiKey={key} data={data} parent={parent} />;
        return (
          <MissingPage
            title="Key not found"
            parent={parent}
            icon={KeyRound}
            message="This key does not exist"
            text="It may belong to another tenant."
          />
        );
      }}
    </Loaded>
  );
}

interface KeyProps {
  apiKey: KeyView;
  data: KeysView;
}

function KeyDetails({ apiKey, data, parent }: KeyProps & { parent: ReactNode }) {
  const [changes, setChanges] = useState(0);
  const noteChange = () => setChanges(changes => changes + 1);
  const { status, scope, revoked_at } = apiKey;
  const successor = data.keys.find(({ id }) => id === apiKey.rolled_to);

  return (
    <Page
      title={apiKey.name}
      parent={parent}
      actions={
        status === 'active' && (
          <>
            <OpenButton icon={RefreshCw} label="Roll" dialog={<RollKey apiKey={apiKey} onChange={noteChange} />} />
            <OpenButton
              className="text-bad!"
              icon={Trash2}
              label="Revoke"
              dialog={<RevokeKey apiKey={apiKey} onChange={noteChange} />}
            />
          </>
        )
      }
    >
      <Card>
        <Facts
          facts={{
            Status: (
              <span className="inline-flex items-center gap-2.5">
                <KeyStatus status={status} />
                <Badge tone={scope === 'live' ? 'info' : 'plain'}>{scope}</Badge>
              </span>
            ),
            Value: <code>{apiKey.hint}</code>,
            ID: <CopyableCode text={apiKey.id} what="key ID" />,
            Limit: `${formatNumber(apiKey.limit)} requests per minute`,
            ...(status === 'active' && { Headroom: <Headroom apiKey={apiKey} /> }),
            Created: <Time at={apiKey.created_at} />,
            'Last used': <Time at={apiKey.last_used_at} never="Never" />,
            ...(revoked_at
              ? { Revoked: <Time at={revoked_at} /> }
              : { Expires: <Time at={apiKey.expires_at} format="day" never="Never" /> }),
            'Rolled to': successor && (
              <TenantLink to="./keys/$key" params={{ key: successor.id }} label={successor.hint} />
            ),
          }}
        />
      </Card>
      <KeyRequests apiKey={apiKey} />
      <KeyErrors apiKey={apiKey} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <EditKey apiKey={apiKey} data={data} onChange={noteChange} />
        <TestKey apiKey={apiKey} changes={changes} />
      </div>
    </Page>
  );
}

function EditKey({ apiKey: key, data, onChange }: KeyProps & { onChange: () => void }) {
  const tenant = useTenant();
  const isOperator = useIsOperator();
  const disabled = key.status !== 'active';
  const granted = expand(key.permissions, key.scope, data.permissions);
  const { values, field } = useFields(() => ({
    name: key.name,
    permissions: granted,
    limit: String(key.limit),
    expires_at: '',
    date: toInputValue(key.expires_at ? new Date(key.expires_at) : inDays(30)),
  }));
  const { permissions } = values;
  const name = values.name.trim();
  const limit = Number(values.limit);

  const isSame = permissions.length === granted.length && permissions.every(one => granted.includes(one));
  const change = {
    ...(name !== key.name && { name }),
    ...(!isSame && { permissions }),
    ...(isOperator && limit !== key.limit && { limit }),
    ...(values.expires_at && { expires_at: expiryOf(values.expires_at, values.date) }),
  };

  return (
    <Card title="Settings">
      <Form
        onSubmit={() => callApi<KeyView>('PATCH', keyPath(tenant, key), change)}
        done="Saved. The next call uses the new settings."
        onSuccess={() => {
          field('expires_at').onChange('');
          onChange();
        }}
        submit={disabled ? undefined : 'Save changes'}
        disabled={Object.keys(change).length === 0}
      >
        <PermissionCheckboxes data={data} scope={key.scope} {...field('permissions')} disabled={disabled} />
        <div className={fieldRowClass}>
          <TextField label="Name" {...field('name')} disabled={disabled} maxLength={100} />
          <LimitField
            hint={isOperator ? undefined : 'Only operators can change the limit.'}
            {...field('limit')}
            disabled={disabled || !isOperator}
          />
          {!disabled && (
            <SelectField
              label="Expires"
              empty={key.expires_at ? 'As before' : 'Never, as before'}
              options={key.expires_at ? [{ value: NEVER, label: 'Never' }, ...EXPIRIES] : EXPIRIES}
              {...field('expires_at')}
            />
          )}
          {values.expires_at === 'custom' && (
            <TextField label="Expiration date" type="datetime-local" {...field('date')} required />
          )}
        </div>
      </Form>
    </Card>
  );
}
