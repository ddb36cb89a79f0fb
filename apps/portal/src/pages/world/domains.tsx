import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { q } from '../../api/queries';
import type { DomainView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { buttonClass } from '../../ui/button';
import { DomainName } from '../../ui/domain-name';
import { Card, Page } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { Empty } from '../../ui/states';
import { More, Table } from '../../ui/table';
import { Day, Time } from '../../ui/time';
import { Reset } from './reset';

const route = getRouteApi('/session/t/$tenant/domains');

export function Domains() {
  const tenant = useTenant();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const pages = useInfiniteQuery(q.domains(tenant, search));
  const rows = pages.data?.pages.flatMap(({ domains }) => domains);
  return (
    <Page
      title="Domains"
      about="What is registered in this tenant’s sandbox, and nowhere else."
      actions={<Reset tenant={tenant} />}
    >
      <search className="filters" aria-label="Filter domains">
        <SearchField
          label="Domain"
          value={search.domain ?? ''}
          onChange={domain => void navigate({ search: { domain }, replace: true })}
        />
      </search>
      <Card flush>
        <Table<DomainView>
          label="Domains"
          rows={rows}
          error={pages.error}
          retry={() => void pages.refetch()}
          keyOf={({ domain }) => domain}
          empty={
            search.domain ? (
              <Empty icon={<Globe size={22} />} title="No domain fits">
                Look again at what you search for.
              </Empty>
            ) : (
              <Empty
                icon={<Globe size={22} />}
                title="No domains yet"
                action={
                  <Link to="/t/$tenant/try" params={{ tenant }} className={buttonClass('primary')}>
                    Register a name
                  </Link>
                }
              >
                Order a name and check out; then it is here, and taken for this tenant.
              </Empty>
            )
          }
          columns={[
            {
              head: 'Domain',
              lead: true,
              cell: ({ domain }) => (
                <strong>
                  <DomainName>{domain}</DomainName>
                </strong>
              ),
            },
            {
              head: 'Order',
              cell: ({ order_id, domain }) => (
                <Link to="/t/$tenant/orders" params={{ tenant }} search={{ domain }}>
                  <code>{order_id}</code>
                </Link>
              ),
            },
            { head: 'Registered', cell: ({ registered_at }) => <Time at={registered_at} /> },
            { head: 'Expires', cell: ({ expires_at }) => <Day at={expires_at} />, number: true },
          ]}
        />
        <More pages={pages} shown={rows?.length ?? 0} noun="domain" />
      </Card>
    </Page>
  );
}
