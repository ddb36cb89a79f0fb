import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import type { OrderEntry } from '#orders/contract';
import type { ClockProgress, RegistrySettingsRequest, RegistrySettingsView } from '#testcontrol/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { useClock, useClockTimes } from '../../shell/use-clock';
import { DurationField } from '../../ui/duration-field';
import { Checkbox, SegmentedField, TextField } from '../../ui/field';
import { Form, useFields } from '../../ui/form';
import { Card, Page, TableCard } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { BusinessTime } from '../../ui/time';
import { DomainStatus, OrderName } from '../sandbox/order-labels';
import { OrderActions } from './order-actions';

const POLL_MS = 5_000;

export default function RegistryPage() {
  const settings = useQuery(queries.registry(useTenant()));
  const clock = useClock(POLL_MS);
  return (
    <Page description="The registry behind the sandbox decides registrations and transfers at once, after a delay, or when an action is taken.">
      <UndecidedOrders />
      <Loaded query={settings}>
        {settings => (
          <Loaded query={clock}>
            {data => (
              <Settings key={JSON.stringify(settings)} settings={settings} clock={data} readAt={clock.dataUpdatedAt} />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function UndecidedOrders() {
  const tenant = useTenant();
  const ofStatus = (domain_status: string) => ({
    ...queries.orders(tenant, { domain_status }),
    refetchInterval: POLL_MS,
  });
  const pending = useInfiniteQuery(ofStatus('pending'));
  const waiting = useInfiniteQuery(ofStatus('action_required'));
  const domainColumn = { head: 'Domain', phoneTitle: true, cell: (order: OrderEntry) => <OrderName order={order} /> };
  const status = {
    head: 'Status',
    cell: (order: OrderEntry) => <DomainStatus status={order.domain_status} />,
  };
  const actions = { head: '', cell: (order: OrderEntry) => <OrderActions order={order} small /> };
  return (
    <>
      {(waiting.data ? waiting.data.length > 0 : waiting.error) && (
        <TableCard
          title="Action required"
          description="Decide or cancel these orders; the registry does nothing until then."
          query={waiting}
          noun="order"
          columns={[domainColumn, status, { head: 'Reason', cell: ({ reason }) => reason }, actions]}
        />
      )}
      <TableCard
        title="Pending"
        description="Paid orders that the registry decides later, by the clock of the tenant."
        query={pending}
        noun="order"
        skeletonRows={1}
        empty={{
          icon: Hourglass,
          title: 'No pending orders',
          text: (
            <>
              Order and pay a name with a word between hyphens, such as <code>my-pending-shop.com</code>,{' '}
              <code>my-rejected-shop.com</code> or <code>my-action-required-shop.com</code>. Or let the registry decide
              all registrations later.
            </>
          ),
          action: <TenantLink to="./try" search={{ call: 'order' }} variant="secondary" label="Order a domain" />,
        }}
        columns={[
          domainColumn,
          status,
          { head: 'Decision due', cell: ({ due_at }) => <BusinessTime at={due_at} seconds /> },
          actions,
        ]}
      />
    </>
  );
}

interface SettingsProps {
  settings: RegistrySettingsView;
  clock: ClockProgress;
  readAt: number;
}

function Settings({ settings, clock, readAt }: SettingsProps) {
  const tenant = useTenant();
  const { values, field } = useFields({ ...settings, price_percent: String(settings.price_percent) });
  const { present } = useClockTimes(clock, readAt);
  const delay = {
    units: ['day', 'hour', 'minute', 'second'],
    from: present,
    hint: 'From PT1S to P60D.',
  } as const;
  const { registration, strict_prices, strict_owners } = values;
  const request: RegistrySettingsRequest = {
    registration,
    strict_prices,
    strict_owners,
    registration_delay: values.registration_delay.trim(),
    transfer_delay: values.transfer_delay.trim(),
    price_percent: Number(values.price_percent),
  };
  return (
    <Card title="Settings" description="They apply to later requests. Decisions about earlier payments do not move.">
      <Form
        onSubmit={() => callApi<RegistrySettingsView>('PUT', ['tenants', tenant, 'registry'], request)}
        done="The settings of the registry are saved."
        submit="Save"
      >
        <SegmentedField
          label="Registrations are decided"
          options={{ sync: 'At once', async: 'Later' }}
          {...field('registration')}
          hint="A word in the name, such as pending, overrides this setting."
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,300px),1fr))] items-start gap-4.5">
          <DurationField label="Delay of registrations" {...field('registration_delay')} {...delay} />
          <DurationField label="Delay of transfers" {...field('transfer_delay')} {...delay} />
          <TextField
            label="Prices in percent"
            {...field('price_percent')}
            hint="Multiplies every price, from 50 to 1000."
            inputMode="numeric"
          />
        </div>
        <Checkbox
          label="Strict prices"
          hint="The API refuses premium names without max_amount."
          checked={strict_prices}
          onChange={field('strict_prices').onChange}
        />
        <Checkbox
          label="Strict owners"
          hint="The API requires all owner fields that the registry of the TLD requires."
          checked={strict_owners}
          onChange={field('strict_owners').onChange}
        />
      </Form>
    </Card>
  );
}
