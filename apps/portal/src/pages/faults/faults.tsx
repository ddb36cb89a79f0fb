import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import type { FaultRemoved, FaultsRemoved, FaultView } from '#testcontrol/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { useUrlFields } from '../../lib/url-fields';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { CopyableCode } from '../../ui/copy';
import { Confirm, DialogWhile, OpenButton } from '../../ui/dialog';
import { formatNumber, plural } from '../../ui/format';
import { ListPage } from '../../ui/page';
import { TimeLeft } from '../../ui/time';
import { AddFault } from './add-fault';

/** A fault as in the header `Sandbox-Fault`. */
const headerOf = ({ kind, ...parameters }: FaultView['fault']) =>
  [kind, ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`)].join(';');

export default function Faults() {
  const { search, set, push } = useUrlFields('/session/t/$tenant/faults');
  const faults = useQuery(queries.faults(useTenant()));
  const add = <Button label="Add fault" variant="primary" icon={Plus} onClick={() => push({ new: '1' })} />;
  return (
    <ListPage
      description="Rules that disturb API requests of this tenant, whichever key they use, or the delivery of its events. The oldest rule that matches applies."
      docs={{ href: '/docs/faults', label: 'About faults' }}
      actions={
        <>
          {faults.data && faults.data.length > 0 && <RemoveAll count={faults.data.length} />}
          {add}
        </>
      }
      query={faults}
      noun="fault"
      isNew={({ id }) => id === search.rule}
      empty={{
        title: 'No faults',
        text: (
          <>
            Add a rule for code that cannot send headers. To make one request fail, send it with the header
            <code className="mt-2 block wrap-anywhere">Sandbox-Fault: error;code=RATE_LIMITED</code>
          </>
        ),
        action: add,
      }}
      columns={[
        {
          head: 'Fault',
          phoneTitle: true,
          cell: ({ fault }) => <code className="wrap-anywhere">{headerOf(fault)}</code>,
          note: ({ id }) => <CopyableCode text={id} what="fault ID" className="text-muted" />,
        },
        { head: 'Operation or event', cell: ({ match }) => match.event ?? match.operation ?? 'all' },
        { head: 'Domain', cell: ({ match }) => (match.domain ? <code>{match.domain}</code> : 'all') },
        { head: 'Skips', cell: ({ skip }) => (skip > 0 ? formatNumber(skip) : null), number: true },
        { head: 'Used', cell: ({ used }) => formatNumber(used), number: true },
        { head: 'Remaining', cell: ({ remaining }) => formatNumber(remaining), number: true },
        { head: 'Expires in', cell: ({ expires_at }) => <TimeLeft at={expires_at} over="Expired" />, number: true },
        { head: '', cell: fault => <RemoveFault fault={fault} /> },
      ]}
    >
      <DialogWhile open={search.new === '1'} onClose={() => set({})}>
        <AddFault initial={search} />
      </DialogWhile>
    </ListPage>
  );
}

function RemoveFault({ fault: { id, fault } }: { fault: FaultView }) {
  const tenant = useTenant();
  const remove = useAction(() => callApi<FaultRemoved>('DELETE', ['tenants', tenant, 'faults', id]), {
    done: 'The fault was removed.',
  });
  return (
    <IconButton
      label={`Remove ${headerOf(fault)}`}
      icon={Trash2}
      disabled={remove.isPending}
      onClick={() => remove.mutate()}
    />
  );
}

function RemoveAll({ count }: { count: number }) {
  const tenant = useTenant();
  const confirm = (
    <Confirm
      title="Remove all faults?"
      submit="Remove all"
      onSubmit={() => callApi<FaultsRemoved>('DELETE', ['tenants', tenant, 'faults'])}
      done={({ removed }) => `${plural(removed, 'fault')} removed.`}
    >
      This removes {count === 1 ? 'the rule' : `all ${formatNumber(count)} rules`} of <strong>{tenant}</strong>. No
      later request fails because of them.
    </Confirm>
  );
  return <OpenButton icon={Trash2} label="Remove all" dialog={confirm} />;
}
