import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { ShortId } from '../../ui/copy';
import { DomainName } from '../../ui/domain-name';
import { ListPage } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { BusinessTime } from '../../ui/time';
import { RegistrationStatus, ResetSandbox } from './order-labels';

export default function Domains() {
  const tenant = useTenant();
  const { search, field } = useUrlFields('/session/t/$tenant/domains');
  const domains = useInfiniteQuery(queries.domains(tenant, search));
  const register = <TenantLink to="./try" variant="primary" label="Register a domain" />;
  return (
    <ListPage
      description="Domains registered in this tenant’s sandbox."
      actions={<ResetSandbox />}
      query={domains}
      noun="domain"
      keyOf={({ domain }) => domain}
      empty={
        search.domain
          ? { title: 'No matching domains', text: 'Check the spelling.' }
          : { title: 'No domains yet', text: 'Order a domain and check out to register it.', action: register }
      }
      columns={[
        {
          head: 'Domain',
          phoneTitle: true,
          cell: ({ domain }) => (
            <TenantLink
              to="./domains/$domain"
              params={{ domain }}
              className="font-semibold"
              label={<DomainName>{domain}</DomainName>}
            />
          ),
        },
        { head: 'Status', phoneCorner: true, cell: ({ status }) => <RegistrationStatus status={status} /> },
        {
          head: 'Order',
          cell: ({ order_id }) =>
            order_id && (
              <TenantLink to="./orders/$order" params={{ order: order_id }} label={<ShortId>{order_id}</ShortId>} />
            ),
        },
        {
          head: 'Registered',
          desktopOnly: true,
          cell: ({ registered_at }) => <BusinessTime at={registered_at} />,
        },
        { head: 'Expires', cell: ({ expires_at }) => <BusinessTime at={expires_at} />, number: true },
      ]}
    >
      <search className="filters" aria-label="Filter domains">
        <SearchField label="Domain" {...field('domain')} />
      </search>
    </ListPage>
  );
}
