import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { KeyRound, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ask } from '../../api/client';
import { q } from '../../api/queries';
import type { Key, Keys } from '../../api/types';
import { useAction } from '../../api/use-action';
import { useIsOperator, useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Mono } from '../../ui/copy';
import { Field, Input } from '../../ui/field';
import { number } from '../../ui/numbers';
import { Card, Facts, Page } from '../../ui/page';
import { Empty, Loaded } from '../../ui/states';
import { Day, Time } from '../../ui/time';
import { pathOf, Revoke, Roll } from './key-actions';
import { KeyStatus } from './keys';
import { covers, PermissionBoxes, singles } from './permissions';
import { Proof } from './proof';

const route = getRouteApi('/session/t/$tenant/keys/$key');

/** One key: what it is, what it may do, and a call that shows it. */
export function KeyPage() {
  const tenant = useTenant();
  const { key: id } = route.useParams();
  const keys = useQuery({ ...q.keys(tenant), refetchInterval: 15_000 });
  const above = (
    <Link to="/t/$tenant/keys" params={{ tenant }}>
      Keys
    </Link>
  );
  return (
    <Loaded query={keys}>
      {({ keys, permissions }) => {
        const key = keys.find(key => key.id === id);
        return key ? (
          <One tenant={tenant} subject={key} all={permissions} keys={keys} />
        ) : (
          <Page title="No such key" above={above}>
            <Empty icon={<KeyRound size={22} />} title="This tenant has no such key">
              It may belong to another tenant.
            </Empty>
          </Page>
        );
      }}
    </Loaded>
  );
}

function One(props: { tenant: string; subject: Key; all: Keys['permissions']; keys: Key[] }) {
  const { tenant, subject: key, all } = props;
  const [doing, setDoing] = useState<'roll' | 'revoke'>();
  // Every change is followed by the same call again, so that one sees that it holds.
  const [changes, setChanges] = useState(0);
  const isActive = key.status === 'active';
  const next = props.keys.find(({ id }) => id === key.rolled_to);
  const changed = () => setChanges(changes => changes + 1);

  return (
    <Page
      title={key.name}
      above={
        <Link to="/t/$tenant/keys" params={{ tenant }}>
          Keys
        </Link>
      }
      actions={
        isActive && (
          <>
            <Button icon={<RefreshCw size={16} aria-hidden />} onClick={() => setDoing('roll')}>
              Roll
            </Button>
            <Button className="button-warns" icon={<Trash2 size={16} aria-hidden />} onClick={() => setDoing('revoke')}>
              Revoke
            </Button>
          </>
        )
      }
    >
      <Card>
        <Facts
          facts={[
            [
              'Status',
              <span key="status" className="with-status">
                <KeyStatus status={key.status} />
                <Badge tone={key.scope === 'live' ? 'info' : 'plain'}>{key.scope}</Badge>
              </span>,
            ],
            ['Value', <code key="value">{key.hint}</code>],
            ['ID', <Mono key="id" text={key.id} what="the ID" />],
            ['Limit', `${number(key.limit)} requests a minute`],
            ['Created', <Time key="created" at={key.created_at} />],
            ['Last used', <Time key="used" at={key.last_used_at} never="never" />],
            key.revoked_at
              ? ['Revoked', <Time key="revoked" at={key.revoked_at} />]
              : ['Expires', <Day key="expires" at={key.expires_at} />],
            ...(next
              ? [
                  [
                    'Rolled to',
                    <Link key="next" to="/t/$tenant/keys/$key" params={{ tenant, key: next.id }}>
                      {next.hint}
                    </Link>,
                  ] satisfies [string, ReactNode],
                ]
              : []),
          ]}
        />
      </Card>
      <div className="halves">
        <Terms key={key.id} tenant={tenant} subject={key} all={all} onChanged={changed} />
        <Proof tenant={tenant} subject={key} changes={changes} />
      </div>
      <Roll
        tenant={tenant}
        subject={key}
        open={doing === 'roll'}
        onClose={() => setDoing(undefined)}
        onDone={changed}
      />
      <Revoke
        tenant={tenant}
        subject={key}
        open={doing === 'revoke'}
        onClose={() => setDoing(undefined)}
        onDone={changed}
      />
    </Page>
  );
}

/** Name, permissions and – for operators – the limit; saved together. */
function Terms(props: { tenant: string; subject: Key; all: Keys['permissions']; onChanged: () => void }) {
  const { subject: key } = props;
  const isOperator = useIsOperator();
  const each = singles(props.all[key.scope]);
  const held = each.filter(permission => covers(key.permissions, permission));
  const [name, setName] = useState(key.name);
  const [granted, setGranted] = useState(held);
  const [limit, setLimit] = useState(String(key.limit));
  const isActive = key.status === 'active';

  const change = {
    ...(name.trim() !== key.name && { name: name.trim() }),
    ...(each.some(one => granted.includes(one) !== held.includes(one)) && { permissions: granted }),
    ...(isOperator && Number(limit) !== key.limit && { limit: Number(limit) }),
  };
  const save = useAction(() => ask<Key>('PATCH', pathOf(props.tenant, key), change), {
    stale: [[props.tenant, 'keys']],
    done: 'Saved. It holds for the next call.',
    onDone: props.onChanged,
  });
  const problem = (field: string) => save.error?.about(field);

  return (
    <Card title="What it may do">
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <PermissionBoxes
          scope={key.scope}
          all={props.all[key.scope]}
          granted={granted}
          onChange={setGranted}
          disabled={!isActive}
        />
        <div className="fields">
          <Field label="Name" error={problem('name')}>
            <Input value={name} onChange={event => setName(event.target.value)} disabled={!isActive} maxLength={100} />
          </Field>
          <Field
            label="Requests a minute"
            error={problem('limit')}
            hint={isOperator ? undefined : 'Operators change it.'}
          >
            <Input
              inputMode="numeric"
              value={limit}
              disabled={!isActive || !isOperator}
              onChange={event => setLimit(event.target.value.replace(/\D/g, ''))}
            />
          </Field>
        </div>
        {isActive && (
          <footer className="form-foot">
            <Button type="submit" variant="primary" busy={save.isPending} disabled={Object.keys(change).length === 0}>
              Save changes
            </Button>
          </footer>
        )}
      </form>
    </Card>
  );
}
