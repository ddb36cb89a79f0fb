import { useQuery } from '@tanstack/react-query';
import { KeySquare, Plus, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { AccessTokenView, AccessTokenWithValue, Confirmation } from '#identity/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useIsOperator } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Confirm, NewSecret, OpenButton, openDialog } from '../../ui/dialog';
import { SegmentedField, SelectField, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { Menu } from '../../ui/menu';
import { Card } from '../../ui/page';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { ConfirmedDialog } from '../confirmed-dialog';
import { TenantCheckboxes } from '../tenant-checkboxes';

export function AccessTokens() {
  const tokens = useQuery(queries.tokens());
  const create = <OpenButton icon={Plus} label="Create token" dialog={<CreateToken />} />;
  return (
    <Card
      title="Access tokens"
      description="For scripts that use the management API. A token has your rights, limited to its tenants."
      actions={tokens.data?.length ? create : undefined}
      flush
    >
      <AccessTokenTable
        query={tokens}
        revoke={id => callApi<AccessTokenView>('POST', ['tokens', id, 'revoke'])}
        empty={{
          icon: KeySquare,
          title: 'No access tokens yet',
          text: 'Scripts and tools such as Terraform need a token to manage tenants, keys and receivers.',
          action: create,
        }}
      />
    </Card>
  );
}

interface AccessTokenTableProps extends Pick<ComponentProps<typeof Table<AccessTokenView>>, 'query' | 'empty'> {
  revoke: (id: string) => Promise<AccessTokenView>;
}

export const AccessTokenTable = ({ revoke, ...table }: AccessTokenTableProps) => (
  <Table
    {...table}
    label="Access tokens"
    skeletonRows={2}
    columns={[
      {
        head: 'Name',
        phoneTitle: true,
        cell: ({ name }) => <strong className="wrap-anywhere">{name}</strong>,
        note: ({ hint }) => <code className="text-muted">{hint}</code>,
      },
      { head: 'Tenants', cell: ({ tenants }) => (tenants ? tenants.join(', ') || 'None' : 'All') },
      { head: 'Access', cell: ({ read_only }) => (read_only ? 'Read-only' : 'Full') },
      { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} never="Never" /> },
      {
        head: 'Expires',
        cell: ({ status, expires_at }) =>
          status === 'active' ? <Time at={expires_at} format="day" /> : <Badge tone="plain">{status}</Badge>,
      },
      { head: '', phoneCorner: true, cell: token => token.status === 'active' && <TokenMenu {...{ token, revoke }} /> },
    ]}
  />
);

interface TokenProps extends Pick<AccessTokenTableProps, 'revoke'> {
  token: AccessTokenView;
}

const TokenMenu = (props: TokenProps) => (
  <Menu
    label={`Actions for ${props.token.name}`}
    items={[{ label: 'Revoke…', icon: Trash2, dialog: <RevokeToken {...props} />, danger: true }]}
  />
);

const RevokeToken = ({ token: { id, name, hint }, revoke }: TokenProps) => (
  <Confirm title={`Revoke ${name}?`} submit="Revoke token" onSubmit={() => revoke(id)} done={`${name} was revoked.`}>
    All calls with <code>{hint}</code> return 401. You cannot undo this.
  </Confirm>
);

const EXPIRIES = { 7: 'In 7 days', 30: 'In 30 days', 90: 'In 90 days', 365: 'In 1 year' };

function CreateToken() {
  const isOperator = useIsOperator();
  const { values, field } = useFields({
    name: '',
    access: 'selected' as 'all' | 'selected',
    tenants: [] as string[],
    rights: 'full' as 'full' | 'read',
    days: '90',
  });
  const { name, access, tenants, rights, days } = values;
  const isLimited = access === 'selected';
  const create = (confirmation: Confirmation) =>
    callApi<AccessTokenWithValue>('POST', ['tokens'], {
      name: name.trim(),
      days: Number(days),
      read_only: rights === 'read',
      ...confirmation,
      ...(isLimited && { tenants }),
    });
  return (
    <ConfirmedDialog
      title="Create access token"
      submit="Create token"
      onSubmit={create}
      disabled={isLimited && tenants.length === 0}
      onSuccess={({ token, value }) =>
        openDialog(
          <NewSecret
            title={`Save the token ${token.name}`}
            secret={value}
            description="You will not be able to see it again. Store it in a safe place, such as a password manager."
          />,
        )
      }
    >
      <TextField
        label="Name"
        {...field('name')}
        hint="The script that uses the token. The audit log shows this name."
        maxLength={100}
      />
      <SegmentedField
        label="Tenants"
        options={{ selected: 'Selected tenants', all: 'All my tenants' }}
        hint={isOperator && access === 'all' ? 'Includes the whole installation: tenants, people, kill switch.' : ''}
        {...field('access')}
      />
      {isLimited && <TenantCheckboxes legend="Selected tenants" {...field('tenants')} />}
      <SegmentedField
        label="Access"
        options={{ full: 'Full', read: 'Read-only' }}
        hint={rights === 'read' ? 'The token can list and read, and change nothing.' : ''}
        {...field('rights')}
      />
      <SelectField label="Expires" options={EXPIRIES} {...field('days')} />
    </ConfirmedDialog>
  );
}
