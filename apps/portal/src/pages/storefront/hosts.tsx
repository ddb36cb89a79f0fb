import { useQuery } from '@tanstack/react-query';
import { Globe, Plus, RefreshCw, ShieldCheck, Trash2 } from 'lucide-react';
import type { StorefrontView } from '#storefront/contract';
import type { HostView } from '#tenancy/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { useUrlFields } from '../../lib/url-fields';
import { useIsOperator, useTenant } from '../../shell/session';
import { Badge, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { Confirm, DialogWhile, FormDialog } from '../../ui/dialog';
import { DomainName } from '../../ui/domain-name';
import { LITERAL, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { Menu } from '../../ui/menu';
import { TableCard } from '../../ui/page';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { originOf } from './address';

/** Host names of the storefront, and the verification of the tenant's own host names. */
export function Hosts({ storefront }: { storefront: StorefrontView }) {
  const tenant = useTenant();
  const { search, change, push } = useUrlFields('/session/t/$tenant/storefront');
  const hosts = useQuery({ ...queries.hosts(tenant), refetchInterval: 15_000 });
  const add = <Button label="Add host" icon={Plus} onClick={() => push({ new: '1' })} />;
  return (
    <TableCard
      title="Hosts"
      description="Addresses of the storefront. Calls to the API always go to the base URL."
      actions={add}
      query={{ ...hosts, data: hosts.data?.hosts }}
      keyOf={({ host }) => host}
      skeletonRows={1}
      empty={{
        icon: Globe,
        title: 'No hosts of your own yet',
        text: 'Add a host name such as shop.example.com, point it to Nameyard, and prove with a TXT record that it is yours.',
      }}
      columns={[
        {
          head: 'Host',
          phoneTitle: true,
          cell: ({ host }) => (
            <strong>
              <DomainName>{host}</DomainName>
            </strong>
          ),
          note: ({ reason }) => reason && <span className="text-sm text-bad">{reason}</span>,
        },
        { head: 'State', cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge> },
        { head: 'TXT record', cell: host => <TxtRecord host={host} /> },
        { head: 'Since', cell: host => <Time at={host.lapsed_at ?? host.verified_at ?? host.created_at} /> },
        { head: 'Last check', cell: ({ checked_at }) => <Time at={checked_at} never="None yet" /> },
        { head: '', cell: host => <HostMenu host={host} /> },
      ]}
    >
      <ul
        className="flex flex-wrap gap-x-4.5 gap-y-1 px-4 pb-4 sm:px-6"
        aria-label="Addresses that show the storefront"
      >
        {storefront.hosts.map(host => (
          <li key={host}>
            <a href={originOf(host)} target="_blank" rel="noreferrer" className="wrap-anywhere">
              {originOf(host)}
            </a>
          </li>
        ))}
      </ul>
      <DialogWhile open={search.new === '1'} onClose={() => change({ new: undefined })}>
        <AddHost />
      </DialogWhile>
    </TableCard>
  );
}

const TONES: Record<HostView['state'], Tone> = { pending: 'info', verified: 'ok', lapsed: 'bad' };

const TxtRecord = ({ host: { verified_by, txt_record } }: { host: HostView }) =>
  verified_by === 'operator' ? (
    <span className="text-muted">Not needed: verified by an operator</span>
  ) : (
    <span className="grid min-w-0 gap-0.5 text-xs">
      <CopyableCode text={txt_record.name} what="name of the TXT record" />
      <CopyableCode text={txt_record.value} what="value of the TXT record" />
    </span>
  );

function AddHost() {
  const tenant = useTenant();
  const { values, field } = useFields({ host: '' });
  return (
    <FormDialog
      title="Add host"
      submit="Add host"
      description="The storefront appears there when the host is verified: publish its TXT record in DNS. Nameyard checks it every few minutes on the first day, then hourly, for 30 days."
      onSubmit={() => callApi<HostView>('POST', ['tenants', tenant, 'hosts'], { host: values.host.trim() })}
      done={({ host }) => `${host} was added. Publish its TXT record.`}
      disabled={values.host.trim() === ''}
    >
      <TextField
        label="Host name"
        {...field('host')}
        hint="Without https:// and without a port."
        placeholder="shop.example.com"
        inputMode="url"
        {...LITERAL}
      />
    </FormDialog>
  );
}

function HostMenu({ host: { host, verified_by } }: { host: HostView }) {
  const tenant = useTenant();
  const isOperator = useIsOperator();
  const path = ['tenants', tenant, 'hosts', host];
  const usesTxtRecord = verified_by !== 'operator';
  const check = useAction(() => callApi<HostView>('POST', [...path, 'check']), {
    onSuccess: ({ reason }) => (reason ? toast.bad(reason) : toast.ok(`${host} is verified.`)),
  });
  const verify = useAction(() => callApi<HostView>('POST', [...path, 'verify']), { done: `${host} is verified.` });
  const remove = (
    <Confirm
      title="Remove this host?"
      submit="Remove host"
      onSubmit={() => callApi('DELETE', path)}
      done={`${host} was removed.`}
    >
      <strong className="wrap-anywhere">{host}</strong> no longer shows the storefront. If you add it again, it gets a
      new TXT record.
    </Confirm>
  );
  return (
    <Menu
      label={`Actions for ${host}`}
      items={[
        usesTxtRecord && { label: 'Check now', icon: RefreshCw, onSelect: () => check.mutate() },
        usesTxtRecord && isOperator && { label: 'Verify by hand', icon: ShieldCheck, onSelect: () => verify.mutate() },
        { label: 'Remove…', icon: Trash2, dialog: remove, danger: true },
      ]}
    />
  );
}
