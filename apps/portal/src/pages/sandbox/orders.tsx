import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { queries } from '../../api/queries';
import type { OrderView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { buttonClass } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { DomainName } from '../../ui/domain-name';
import { Select } from '../../ui/field';
import { formatMoney } from '../../ui/format';
import { Card, Page } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { ResetSandbox } from './reset-sandbox';

const route = getRouteApi('/session/t/$tenant/orders');

const STATUSES = [
  { value: 'created', label: 'Created' },
  { value: 'paid', label: 'Paid' },
];

export default function Orders() {
  const tenant = useTenant();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (more: Partial<typeof search>) => void navigate({ search: { ...search, ...more }, replace: true });
  const orders = useInfiniteQuery(queries.orders(tenant, search));
  const order = (
    <Link to="/t/$tenant/try" params={{ tenant }} search={{ call: 'order' }} className={buttonClass('primary')}>
      Order a domain
    </Link>
  );
  return (
    <Page description="Paid and unpaid orders in this tenant’s sandbox." actions={<ResetSandbox tenant={tenant} />}>
      <search className="filters" aria-label="Filter orders">
        <SearchField label="Domain" value={search.domain ?? ''} onChange={domain => change({ domain })} />
        <Select
          label="Status"
          value={search.status}
          empty="Any status"
          options={STATUSES}
          onChange={status => change({ status })}
        />
      </search>
      <Card flush>
        <Table<OrderView>
          label="Orders"
          query={orders}
          rows={orders.data?.rows}
          noun="order"
          keyOf={({ id }) => id}
          empty={
            search.status || search.domain ? (
              <Empty icon={ReceiptText} title="No matching orders">
                Change the filters to see other orders.
              </Empty>
            ) : (
              <Empty icon={ReceiptText} title="No orders yet" action={order}>
                An order does not reserve the domain. Paying the order registers it.
              </Empty>
            )
          }
          columns={[
            {
              head: 'Domain',
              lead: true,
              cell: ({ domain, id }) => (
                <span className="two-lines">
                  <strong>
                    <DomainName>{domain}</DomainName>
                  </strong>
                  <CopyableCode text={id} what="order ID" className="faint" />
                </span>
              ),
            },
            {
              head: 'Status',
              corner: true,
              cell: ({ status }) => <Badge tone={status === 'paid' ? 'ok' : 'info'}>{status}</Badge>,
            },
            {
              head: 'Owner',
              extra: true,
              cell: ({ owner }) => (
                <span className="two-lines">
                  {owner.first_name} {owner.last_name}
                  <span className="faint">{owner.email}</span>
                </span>
              ),
            },
            { head: 'Years', cell: ({ years }) => years, number: true },
            { head: 'Total', cell: ({ total, currency }) => formatMoney(total, currency), number: true },
            { head: 'Paid', cell: ({ paid_at }) => <Time at={paid_at} /> },
            { head: 'Created', cell: ({ created_at }) => <Time at={created_at} />, number: true },
          ]}
        />
      </Card>
    </Page>
  );
}
