import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { q } from '../../api/queries';
import type { OrderView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { buttonClass } from '../../ui/button';
import { CopyIcon } from '../../ui/copy';
import { DomainName } from '../../ui/domain-name';
import { Select } from '../../ui/field';
import { money } from '../../ui/numbers';
import { Card, Page } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { Empty } from '../../ui/states';
import { More, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { Reset } from './reset';

const route = getRouteApi('/session/t/$tenant/orders');

export function Orders() {
  const tenant = useTenant();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (more: Partial<typeof search>) => void navigate({ search: { ...search, ...more }, replace: true });
  const pages = useInfiniteQuery(q.orders(tenant, search));
  const rows = pages.data?.pages.flatMap(({ orders }) => orders);
  const isFiltered = Boolean(search.status ?? search.domain);
  return (
    <Page
      title="Orders"
      about="Every order in this tenant’s sandbox, paid or waiting."
      actions={<Reset tenant={tenant} />}
    >
      <search className="filters" aria-label="Filter orders">
        <SearchField label="Domain" value={search.domain ?? ''} onChange={domain => change({ domain })} />
        <Select
          aria-label="Status"
          value={search.status ?? ''}
          onChange={event => change({ status: event.target.value })}
        >
          <option value="">Any status</option>
          <option value="created">Created</option>
          <option value="paid">Paid</option>
        </Select>
      </search>
      <Card flush>
        <Table<OrderView>
          label="Orders"
          rows={rows}
          error={pages.error}
          retry={() => void pages.refetch()}
          keyOf={({ id }) => id}
          empty={
            isFiltered ? (
              <Empty icon={<ReceiptText size={22} />} title="No order fits">
                Look again at what you search for.
              </Empty>
            ) : (
              <Empty
                icon={<ReceiptText size={22} />}
                title="No orders yet"
                action={
                  <Link
                    to="/t/$tenant/try"
                    params={{ tenant }}
                    search={{ call: 'order' }}
                    className={buttonClass('primary')}
                  >
                    Order a name
                  </Link>
                }
              >
                An order reserves nothing; the name is registered when the order is paid.
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
                  <span className="mono-copy">
                    <code className="faint">{id}</code>
                    <CopyIcon text={id} what="the order ID" />
                  </span>
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
            { head: 'Total', cell: ({ total, currency }) => money(total, currency), number: true },
            { head: 'Paid', cell: ({ paid_at }) => <Time at={paid_at} /> },
            { head: 'Created', cell: ({ created_at }) => <Time at={created_at} />, number: true },
          ]}
        />
        <More pages={pages} shown={rows?.length ?? 0} noun="order" />
      </Card>
    </Page>
  );
}
