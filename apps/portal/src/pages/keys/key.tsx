import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { KeyRound, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import type { Key, Keys } from '../../api/types';
import { useAction } from '../../api/use-action';
import { MissingPage } from '../../shell/error-pages';
import { useIsOperator, useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { formatNumber } from '../../ui/format';
import { Card, Facts, Page } from '../../ui/page';
import { Loaded } from '../../ui/states';
import { Time } from '../../ui/time';
import { keyPath, RevokeKey, RollKey } from './key-actions';
import { KeyStatus } from './keys';
import { expand, PermissionCheckboxes } from './permissions';
import { TestKey } from './test-key';

const route = getRouteApi('/session/t/$tenant/keys/$key');

export default function KeyPage() {
  const tenant = useTenant();
  const { key: id } = route.useParams();
  const keys = useQuery({ ...queries.keys(tenant), refetchInterval: 15_000 });
  const parent = (
    <Link to="/t/$tenant/keys" params={{ tenant }}>
      Keys
    </Link>
  );
  return (
    <Loaded query={keys}>
      {data => {
        const key = data.keys.find(key => key.id === id);
        if (key) return <KeyDetails key={id} tenant={tenant} apiKey={key} data={data} parent={parent} />;
        return (
          <MissingPage title="Key not found" parent={parent} icon={KeyRound} message="This key does not exist">
            It may belong to another tenant.
          </MissingPage>
        );
      }}
    </Loaded>
  );
}

interface KeyProps {
  tenant: string;
  apiKey: Key;
  data: Keys;
}

function KeyDetails({ tenant, apiKey, data, parent }: KeyProps & { parent: ReactNode }) {
  const [dialog, setDialog] = useState<'roll' | 'revoke'>();
  const close = () => setDialog(undefined);
  const [changes, setChanges] = useState(0);
  const noteChange = () => setChanges(changes => changes + 1);
  const { status, scope, revoked_at } = apiKey;
  const successor = data.keys.find(({ id }) => id === apiKey.rolled_to);
  const dialogProps = { tenant, apiKey, onClose: close, onSuccess: noteChange };

  return (
    <Page
      title={apiKey.name}
      parent={parent}
      actions={
        status === 'active' && (
          <>
            <Button icon={RefreshCw} onClick={() => setDialog('roll')}>
              Roll
            </Button>
            <Button className="button-warns" icon={Trash2} onClick={() => setDialog('revoke')}>
              Revoke
            </Button>
          </>
        )
      }
    >
      <Card>
        <Facts
          facts={{
            Status: (
              <span className="inline">
                <KeyStatus status={status} />
                <Badge tone={scope === 'live' ? 'info' : 'plain'}>{scope}</Badge>
              </span>
            ),
            Value: <code>{apiKey.hint}</code>,
            ID: <CopyableCode text={apiKey.id} what="key ID" />,
            Limit: `${formatNumber(apiKey.limit)} requests per minute`,
            Created: <Time at={apiKey.created_at} />,
            'Last used': <Time at={apiKey.last_used_at} never="Never" />,
            ...(revoked_at
              ? { Revoked: <Time at={revoked_at} /> }
              : { Expires: <Time at={apiKey.expires_at} format="day" never="Never" /> }),
            'Rolled to': successor && (
              <Link to="/t/$tenant/keys/$key" params={{ tenant, key: successor.id }}>
                {successor.hint}
              </Link>
            ),
          }}
        />
      </Card>
      <div className="columns">
        <EditKey tenant={tenant} apiKey={apiKey} data={data} onSuccess={noteChange} />
        <TestKey tenant={tenant} apiKey={apiKey} changes={changes} />
      </div>
      <RollKey {...dialogProps} open={dialog === 'roll'} />
      <RevokeKey {...dialogProps} open={dialog === 'revoke'} />
    </Page>
  );
}

function EditKey({ tenant, apiKey: key, data, onSuccess }: KeyProps & { onSuccess: () => void }) {
  const isOperator = useIsOperator();
  const isActive = key.status === 'active';
  const granted = expand(key.permissions, key.scope, data.permissions);
  const [name, setName] = useState(key.name);
  const [permissions, setPermissions] = useState(granted);
  const [limit, setLimit] = useState(String(key.limit));

  const isSame = permissions.length === granted.length && permissions.every(one => granted.includes(one));
  const change = {
    ...(name.trim() !== key.name && { name: name.trim() }),
    ...(!isSame && { permissions }),
    ...(isOperator && Number(limit) !== key.limit && { limit: Number(limit) }),
  };
  const save = useAction(() => callApi<Key>('PATCH', keyPath(tenant, key), change), {
    errors: 'form',
    done: 'Saved. The next call uses the new settings.',
    onSuccess,
  });

  return (
    <Card title="Settings">
      <Form action={save} submit={isActive ? 'Save changes' : undefined} disabled={Object.keys(change).length === 0}>
        <PermissionCheckboxes
          all={data.permissions[key.scope]}
          descriptions={data.descriptions}
          value={permissions}
          onChange={setPermissions}
          disabled={!isActive}
        />
        <div className="fields">
          <TextField label="Name" name="name" value={name} onChange={setName} disabled={!isActive} maxLength={100} />
          <TextField
            label="Requests per minute"
            name="limit"
            hint={isOperator ? undefined : 'Only operators can change the limit.'}
            inputMode="numeric"
            value={limit}
            disabled={!isActive || !isOperator}
            onChange={limit => setLimit(limit.replace(/\D/g, ''))}
          />
        </div>
      </Form>
    </Card>
  );
}
