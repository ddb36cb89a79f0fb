import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { q } from '../../api/queries';
import type { Key } from '../../api/types';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Choice } from '../../ui/field';
import { number } from '../../ui/numbers';
import { Card, Page } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Day, Time } from '../../ui/time';
import { CreateKey } from './create-key';
import { KeyMenu } from './key-actions';
import { summary } from './permissions';

const route = getRouteApi('/session/t/$tenant/keys');

export function Keys() {
  const tenant = useTenant();
  const { new: creating, show } = route.useSearch();
  const navigate = route.useNavigate();
  const keys = useQuery({ ...q.keys(tenant), refetchInterval: 15_000 });
  const all = keys.data?.keys;
  const active = all?.filter(({ status }) => status === 'active');
  const rows = show === 'all' ? all : active;
  const open = (isOpen: boolean) => void navigate({ search: { show, ...(isOpen && { new: '1' }) }, replace: !isOpen });
  const create = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => open(true)}>
      Create key
    </Button>
  );

  return (
    <Page
      title="Keys"
      about="Who may call the API, what for, and how often. Changes hold within a second."
      actions={create}
    >
      {all && active && all.length > active.length && (
        <Choice
          legend="Which keys"
          value={show === 'all' ? 'all' : 'active'}
          options={[
            { value: 'active', label: `Active (${active.length})` },
            { value: 'all', label: `All (${all.length})` },
          ]}
          onChange={value => void navigate({ search: value === 'all' ? { show: 'all' } : {}, replace: true })}
        />
      )}
      <Card flush>
        <Table<Key>
          label="Keys"
          rows={rows}
          error={keys.error}
          retry={() => void keys.refetch()}
          keyOf={({ id }) => id}
          empty={
            <Empty icon={<KeyRound size={22} />} title={all?.length ? 'No active key' : 'No key yet'} action={create}>
              A key goes with every call. Give each of your systems one of its own, with no more permissions than it
              needs.
            </Empty>
          }
          columns={[
            {
              head: 'Name',
              lead: true,
              cell: ({ id, name, hint }) => (
                <span className="two-lines">
                  <Link to="/t/$tenant/keys/$key" params={{ tenant, key: id }} className="row-link">
                    {name}
                  </Link>
                  <code className="faint">{hint}</code>
                </span>
              ),
            },
            { head: 'Status', cell: key => <KeyStatus status={key.status} /> },
            { head: 'Scope', cell: ({ scope }) => (scope === 'live' ? <Badge tone="info">live</Badge> : 'sandbox') },
            {
              head: 'May do',
              cell: ({ scope, permissions }) => summary(permissions, keys.data?.permissions[scope] ?? permissions),
            },
            { head: 'Limit', cell: ({ limit }) => `${number(limit)} / min`, number: true },
            { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} never="never" /> },
            { head: 'Expires', cell: ({ expires_at }) => <Day at={expires_at} /> },
            { head: '', cell: key => <KeyMenu tenant={tenant} keyOfRow={key} /> },
          ]}
        />
      </Card>
      <CreateKey
        tenant={tenant}
        open={creating === '1'}
        onClose={() => open(false)}
        permissions={keys.data?.permissions}
      />
    </Page>
  );
}

export const KeyStatus = ({ status }: { status: Key['status'] }) => (
  <Badge tone={status === 'active' ? 'ok' : 'plain'}>{status}</Badge>
);
