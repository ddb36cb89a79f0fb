import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { queries } from '../../api/queries';
import type { DomainView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { buttonClass } from '../../ui/button';
import { DomainName } from '../../ui/domain-name';
import { Card, Page } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { ResetSandbox } from './reset-sandbox';

const route = getRouteApi('/session/t/$tenant/domains');

export default function Domains() {
  const tenant = useTenant();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const domains = useInfiniteQuery(queries.domains(tenant, search));
  const register = (
    <Link to="/t/$tenant/try" params={{ tenant }} className={buttonClass('primary')}>
      Register a domain
    </Link>
  );
  return (
    <Page description="Domains registered in this tenant’s sandbox." actions={<ResetSandbox tenant={tenant} />}>
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
          query={domains}
          rows={domains.data?.rows}
          noun="domain"
          keyOf={({ domain }) => domain}
          empty={
            search.domain ? (
              <Empty icon={Globe} title="No matching domains">
                Check the spelling.
              </Empty>
            ) : (
              <Empty icon={Globe} title="No domains yet" action={register}>
                Order a domain and check out to register it.
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
            {
              head: 'Expires',
              cell: ({ expires_at }) => <Time at={expires_at} format="day" never="Never" />,
              number: true,
            },
          ]}
        />
      </Card>
    </Page>
  );
}
