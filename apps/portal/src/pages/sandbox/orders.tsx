import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries';
import { kindOfId } from '../../lib/ids';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink, useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { buttonClass } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { DomainName } from '../../ui/domain-name';
import { Select } from '../../ui/field';
import { formatMoney } from '../../ui/format';
import { ListPage } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { BusinessTime } from '../../ui/time';
import { ExportButton } from '../export/export-button';
import { CHANNELS, OrderStatus, ResetSandbox } from './order-labels';

const STATUSES = [
  { value: 'created', label: 'Created' },
  { value: 'paid', label: 'Paid' },
];

export default function Orders() {
  const tenant = useTenant();
  const { search, field } = useUrlFields('/session/t/$tenant/orders');
  const { status, find } = search;
  const byId = kindOfId(find) === 'order';
  const query = { status, ...(byId ? { order_id: find } : { domain: find }) };
  const orders = useInfiniteQuery(queries.orders(tenant, query));
  const order = (
    <TenantLink to="./try" search={{ call: 'order' }} className={buttonClass('primary')}>
      Order a domain
    </TenantLink>
  );
  return (
    <ListPage
      description="Paid and unpaid orders in this tenant’s sandbox."
      actions={
        <>
          <ExportButton kind="orders" noun="order" query={() => query} />
          <ResetSandbox />
        </>
      }
      query={orders}
      noun="order"
      keyOf={({ id }) => id}
      empty={
        status || find
          ? { title: 'No matching orders', text: 'Change the filters to see other orders.' }
          : {
              title: 'No orders yet',
              text: 'An order does not reserve the domain. Paying the order registers it.',
              action: order,
            }
      }
      columns={[
        {
          head: 'Domain',
          lead: true,
          cell: ({ domain, id, channel, kind }) => (
            <span className="two-lines">
              <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
                <TenantLink to="./orders/$order" params={{ order: id }}>
                  <strong>
                    <DomainName>{domain}</DomainName>
                  </strong>
                </TenantLink>
                {kind === 'renewal' && <Badge>Renewal</Badge>}
                {channel !== 'api' && <Badge>{CHANNELS[channel]}</Badge>}
              </span>
              <CopyableCode text={id} what="order ID" className="text-muted" short />
            </span>
          ),
        },
        {
          head: 'Status',
          corner: true,
          cell: ({ status }) => <OrderStatus status={status} />,
        },
        {
          head: 'Owner',
          extra: true,
          cell: ({ owner }) => (
            <span className="two-lines">
              {owner?.first_name} {owner?.last_name}
              <span className="text-muted">{owner?.email}</span>
            </span>
          ),
        },
        { head: 'Years', extra: true, cell: ({ years }) => years, number: true },
        { head: 'Total', cell: ({ total, currency }) => formatMoney(total, currency), number: true },
        { head: 'Paid', cell: ({ paid_at }) => <BusinessTime at={paid_at} /> },
        { head: 'Created', cell: ({ created_at }) => <BusinessTime at={created_at} />, number: true },
      ]}
    >
      <search className="filters" aria-label="Filter orders">
        <SearchField label="Domain or order ID" {...field('find')} />
        <Select label="Status" empty="Any status" options={STATUSES} {...field('status')} />
      </search>
    </ListPage>
  );
}
