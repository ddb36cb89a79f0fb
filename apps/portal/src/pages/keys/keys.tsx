import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { KeyView } from '#api-keys/contract';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DialogWhile } from '../../ui/dialog';
import { SegmentedControl } from '../../ui/field';
import { formatNumber } from '../../ui/format';
import { ListPage } from '../../ui/page';
import { Time } from '../../ui/time';
import { CreateKey } from './create-key';
import { KeyMenu } from './key-actions';
import { summarize } from './permissions';

export default function Keys() {
  const tenant = useTenant();
  const { search, change, push } = useUrlFields('/session/t/$tenant/keys');
  const keys = useQuery({ ...queries.keys(tenant), refetchInterval: 15_000 });
  const all = keys.data?.keys;
  const active = all?.filter(({ status }) => status === 'active');
  const create = <Button label="Create key" variant="primary" icon={Plus} onClick={() => push({ new: '1' })} />;

  return (
    <ListPage
      description="API keys of this tenant. Changes apply to the next request."
      actions={create}
      query={{ ...keys, data: search.show === 'all' ? all : active }}
      empty={{
        title: all?.length ? 'No active keys' : 'No keys yet',
        text: 'Every API call needs a key. Create one for each of your systems, with only the permissions it needs.',
        action: create,
      }}
      columns={[
        {
          head: 'Name',
          phoneTitle: true,
          cell: ({ id, name }) => (
            <TenantLink to="./keys/$key" params={{ key: id }} className="row-link" label={name} />
          ),
          note: ({ hint }) => <code className="text-muted">{hint}</code>,
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
        { head: '', cell: key => <KeyMenu apiKey={key} /> },
      ]}
    >
      {all && active && all.length > active.length && (
        <SegmentedControl
          label="Keys to show"
          value={search.show === 'all' ? 'all' : 'active'}
          options={{ active: `Active (${active.length})`, all: `All (${all.length})` }}
          onChange={value => change({ show: value === 'all' ? value : undefined })}
        />
      )}
      {keys.data && (
        <DialogWhile open={search.new === '1'} onClose={() => change({ new: undefined })}>
          <CreateKey data={keys.data} />
        </DialogWhile>
      )}
    </ListPage>
  );
}

export const KeyStatus = ({ status }: { status: KeyView['status'] }) => (
  <Badge tone={status === 'active' ? 'ok' : 'plain'}>{status}</Badge>
);
