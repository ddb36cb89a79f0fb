import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries';
import { kindOfId } from '../../lib/ids';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Select } from '../../ui/field';
import { formatMoney } from '../../ui/format';
import { ListPage } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { BusinessTime } from '../../ui/time';
import { ExportButton } from '../export/export-button';
import { DOMAIN_STATUSES, DomainStatus, KINDS, OrderName, OrderStatus, ResetSandbox } from './order-labels';

const STATUSES = { created: 'Created', paid: 'Paid', refunded: 'Refunded' };

export default function Orders() {
  const tenant = useTenant();
  const { search, field } = useUrlFields('/session/t/$tenant/orders');
  const { status, kind, domain_status, owner, find } = search;
  const byId = kindOfId(find) === 'order';
  const query = { status, kind, domain_status, owner, ...(byId ? { order_id: find } : { domain: find }) };
  const orders = useInfiniteQuery(queries.orders(tenant, query));
  const order = <TenantLink to="./try" search={{ call: 'order' }} variant="primary" label="Order a domain" />;
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
      empty={
        status || kind || domain_status || owner || find
          ? { title: 'No matching orders', text: 'Change the filters to see other orders.' }
          : {
              title: 'No orders yet',
              text: 'An order does not reserve the domain. Paying the order registers it.',
              action: order,
            }
      }
      columns={[
        { head: 'Domain', phoneTitle: true, cell: order => <OrderName order={order} /> },
        {
          head: 'Status',
          phoneCorner: true,
          cell: order => (
            <span className="inline-flex flex-wrap gap-1.5">
              <OrderStatus status={order.status} />
              {!(order.status === 'paid' && order.domain_status === 'registered') && (
                <DomainStatus status={order.domain_status} />
              )}
            </span>
          ),
        },
        {
          head: 'Owner',
          desktopOnly: true,
          cell: ({ owner }) => `${owner?.first_name ?? ''} ${owner?.last_name ?? ''}`,
          note: ({ owner }) => <span className="text-muted">{owner?.email}</span>,
        },
        { head: 'Years', desktopOnly: true, cell: ({ years }) => years, number: true },
        { head: 'Total', cell: ({ total, currency }) => formatMoney(total, currency), number: true },
        { head: 'Paid', cell: ({ paid_at }) => <BusinessTime at={paid_at} /> },
        { head: 'Created', cell: ({ created_at }) => <BusinessTime at={created_at} />, number: true },
      ]}
    >
      <search className="filters" aria-label="Filter orders">
        <SearchField label="Domain or order ID" {...field('find')} />
        <SearchField label="Owner or email" {...field('owner')} />
        <Select label="Status" empty="Any status" options={STATUSES} {...field('status')} />
        <Select label="Kind" empty="Any kind" options={KINDS} {...field('kind')} />
        <Select label="Domain status" empty="Any domain status" options={DOMAIN_STATUSES} {...field('domain_status')} />
      </search>
    </ListPage>
  );
}
