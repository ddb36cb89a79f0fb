import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CircleDollarSign, PlugZap, Scale } from 'lucide-react';
import type {
  DifferencesView,
  DifferenceView,
  LiveAccount,
  OutcomeView,
  PortalLiveOrder,
  RegistrarStatusView,
} from '#registrar/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { useUrlFields } from '../../lib/url-fields';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { FormDialog, OpenButton } from '../../ui/dialog';
import { LITERAL, SegmentedField, SelectField, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { formatMoney, formatNumber, plural } from '../../ui/format';
import { Card, Facts, Page, TableCard } from '../../ui/page';
import { Empty, Loaded } from '../../ui/placeholders';
import { NoRows } from '../../ui/table';
import { LiveOrders } from '../live-orders/live-orders-table';

/** Connection to the registrar, live orders of all tenants, and differences, for operators. */
export default function LiveRegistrar() {
  const { search, change } = useUrlFields('/session/live-registrar');
  const { state = 'unfinished', open } = search;
  const status = useQuery({ ...queries.registrarStatus(), refetchInterval: 5_000 });
  const money = <OpenButton icon={CircleDollarSign} label="Credit and limit" dialog={<MoneyForm />} />;
  return (
    <Page description="The connection to the registrar, and the live orders of all tenants." actions={money}>
      <Card title="Connection">
        <Loaded query={status}>{status => <Connection status={status} />}</Loaded>
      </Card>
      <LiveOrders
        state={state}
        open={open}
        onChange={change}
        action={order =>
          order.state === 'stuck' && <OpenButton small label="End order" dialog={<EndOrder order={order} />} />
        }
      />
      <Differences status={status} />
    </Page>
  );
}

const CIRCUITS = { closed: 'ok', half_open: 'warn', open: 'bad' } as const;

function Connection({ status }: { status: RegistrarStatusView }) {
  const { driver, url, account, circuit, calls_left, orders } = status;
  const counts = Object.fromEntries(
    Object.entries(orders).map(([state, count]) => [`Orders ${state}`, formatNumber(count)]),
  );
  if (circuit === null)
    return (
      <>
        <Empty icon={PlugZap} title="No registrar is connected" text="Start the service with REGISTRAR=dnsimple." />
        <Facts facts={counts} />
      </>
    );
  return (
    <Facts
      facts={{
        Driver: driver,
        // `Facts` gives values with a copy button two columns, so that the address does not wrap inside words.
        Address: url && <CopyableCode text={url} what="address" />,
        Account: account,
        Circuit: <Badge tone={CIRCUITS[circuit]}>{circuit.replace('_', ' ')}</Badge>,
        'Calls left this minute': calls_left === null ? undefined : formatNumber(calls_left),
        ...counts,
      }}
    />
  );
}

const KINDS: Record<DifferenceView['kind'], string> = {
  missing_there: 'Missing at the registrar',
  unknown_here: 'Unknown here',
  expiry: 'Expiry, here and at the registrar',
  price: 'Higher price at the registrar',
  holds: 'Held amount, of the account and of its orders',
  captures: 'Spent amount, of the account and of its orders',
};

function Differences({ status }: { status: UseQueryResult<RegistrarStatusView> }) {
  const { differences, circuit } = status.data ?? {};
  const compare = useAction(() => callApi<DifferencesView>('POST', ['registrar', 'reconcile']), {
    done: ({ differences }) => `Compared: ${plural(differences.length, 'difference')}.`,
  });
  return (
    <TableCard
      title="Differences"
      description="Found by the latest reconciliation."
      actions={
        circuit != null && (
          <Button label="Compare now" icon={Scale} busy={compare.isPending} onClick={() => compare.mutate()} />
        )
      }
      // `differences` is undefined during loading, and null before the first reconciliation.
      query={{ ...status, data: differences === null ? [] : differences }}
      keyOf={({ kind, of }) => `${kind} ${of}`}
      empty={<NoRows>{differences === null ? 'No reconciliation has been completed yet.' : 'No differences.'}</NoRows>}
      columns={[
        { head: 'Domain or tenant', phoneTitle: true, cell: ({ of }) => of },
        { head: 'Difference', cell: ({ kind }) => KINDS[kind] },
        { head: 'Here, or account', cell: ({ here }) => here },
        { head: 'Registrar, or orders', cell: ({ there }) => there },
      ]}
    />
  );
}

function EndOrder({ order: { order_id, domain, reason } }: { order: PortalLiveOrder }) {
  const { values, field } = useFields({ outcome: 'registered' as OutcomeView['outcome'], reason: '' });
  return (
    <FormDialog
      title={`End the order for ${domain}?`}
      description={reason ?? 'Look at the registrar first.'}
      submit="End order"
      disabled={values.reason.trim() === ''}
      onSubmit={() => callApi<OutcomeView>('POST', ['registrar', 'orders', order_id, 'outcome'], values)}
      done={({ outcome }) => `The order has ended: ${outcome}.`}
    >
      <SegmentedField
        label="Outcome at the registrar"
        options={{ registered: 'Registered', failed: 'Failed' }}
        {...field('outcome')}
      />
      <TextField label="Reason" {...field('reason')} maxLength={200} />
    </FormDialog>
  );
}

function MoneyForm() {
  const tenants = useQuery(queries.tenants());
  const slugs = tenants.data?.map(({ slug }) => slug) ?? [];
  const { values, field } = useFields({ tenant: '', change: 'credit', amount: '', daily: '', reason: '' });
  const tenant = values.tenant || (slugs[0] ?? '');
  const account = useQuery({ ...queries.liveAccount(tenant), enabled: tenant !== '' });
  const { change, amount, daily, reason } = values;
  const path = ['registrar', 'tenants', tenant];
  return (
    <FormDialog
      title="Credit and limit"
      submit="Save"
      onSubmit={() =>
        change === 'credit'
          ? callApi<LiveAccount>('POST', [...path, 'credit'], { amount, reason })
          : callApi<LiveAccount>('PUT', [...path, 'limit'], { daily })
      }
      done="The account is changed."
    >
      <SelectField
        label="Tenant"
        options={slugs}
        {...field('tenant')}
        value={tenant}
        error={(tenants.error ?? account.error)?.message}
      />
      {account.data && (
        <p className="text-muted">
          Available: {formatMoney(account.data.available, account.data.currency)}, daily limit:{' '}
          {formatMoney(account.data.daily_limit, account.data.currency)}
        </p>
      )}
      <SegmentedField label="Change" options={{ credit: 'Credit', limit: 'Daily limit' }} {...field('change')} />
      {change === 'credit' ? (
        <>
          <TextField
            label="Amount (USD)"
            hint="A negative amount takes credit back."
            {...field('amount')}
            inputMode="decimal"
            {...LITERAL}
          />
          <TextField label="Reason" {...field('reason')} maxLength={200} />
        </>
      ) : (
        <TextField label="Daily limit (USD)" {...field('daily')} inputMode="decimal" {...LITERAL} />
      )}
    </FormDialog>
  );
}
