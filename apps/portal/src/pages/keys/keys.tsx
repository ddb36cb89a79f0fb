import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { queries } from '../../api/queries';
import type { Key } from '../../api/types';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { SegmentedControl } from '../../ui/field';
import { formatNumber } from '../../ui/format';
import { Card, Page } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { CreateKey } from './create-key';
import { KeyMenu } from './key-actions';
import { summarize } from './permissions';

const route = getRouteApi('/session/t/$tenant/keys');

export default function Keys() {
  const tenant = useTenant();
  const { new: isCreating, show } = route.useSearch();
  const navigate = route.useNavigate();
  const keys = useQuery({ ...queries.keys(tenant), refetchInterval: 15_000 });
  const all = keys.data?.keys;
  const active = all?.filter(({ status }) => status === 'active');
  const open = (isOpen: boolean) => void navigate({ search: { show, ...(isOpen && { new: '1' }) }, replace: !isOpen });
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => open(true)}>
      Create key
    </Button>
  );

  return (
    <Page description="API keys of this tenant. Changes apply within a second." actions={create}>
      {all && active && all.length > active.length && (
        <SegmentedControl
          label="Keys to show"
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
          query={keys}
          rows={show === 'all' ? all : active}
          keyOf={({ id }) => id}
          empty={
            <Empty icon={KeyRound} title={all?.length ? 'No active keys' : 'No keys yet'} action={create}>
              Every API call needs a key. Create one for each of your systems, with only the permissions it needs.
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
            { head: 'Status', cell: ({ status }) => <KeyStatus status={status} /> },
            { head: 'Scope', cell: ({ scope }) => (scope === 'live' ? <Badge tone="info">live</Badge> : 'sandbox') },
            {
              head: 'Permissions',
              cell: ({ scope, permissions }) => summarize(permissions, scope, keys.data!.permissions),
            },
            { head: 'Limit', cell: ({ limit }) => `${formatNumber(limit)} / min`, number: true },
            { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} never="Never" /> },
            { head: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} format="day" never="Never" /> },
            { head: '', cell: key => <KeyMenu tenant={tenant} apiKey={key} /> },
          ]}
        />
      </Card>
      {keys.data && (
        <CreateKey
          tenant={tenant}
          open={isCreating === '1'}
          onClose={() => open(false)}
          permissions={keys.data.permissions}
          descriptions={keys.data.descriptions}
        />
      )}
    </Page>
  );
}

export const KeyStatus = ({ status }: { status: Key['status'] }) => (
  <Badge tone={status === 'active' ? 'ok' : 'plain'}>{status}</Badge>
);
