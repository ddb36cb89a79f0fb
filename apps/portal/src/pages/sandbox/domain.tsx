import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Globe, RefreshCw } from 'lucide-react';
import type { RegistrationView } from '#registry/contract';
import { isNotFound } from '../../api/client';
import { queries } from '../../api/queries';
import { TenantLink, useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { openDialog } from '../../ui/dialog';
import { DomainName } from '../../ui/domain-name';
import { plural } from '../../ui/format';
import { Card, Facts, Page } from '../../ui/page';
import { Empty, Loaded } from '../../ui/placeholders';
import { BusinessTime } from '../../ui/time';
import { DomainHistory } from './domain-history';
import { RegistrationStatus } from './order-labels';
import { RenewDomain } from './renew-domain';
import { OrderLink } from './subject-links';

export default function DomainPage() {
  const tenant = useTenant();
  const { domain } = useParams({ from: '/session/t/$tenant/domains/$domain' });
  const registration = useQuery({ ...queries.domain(tenant, domain), refetchInterval: 15_000 });
  const canRenew = !registration.error && registration.data && registration.data.renewals.length > 0;
  return (
    <Page
      title={domain}
      parent={<TenantLink to="./domains">Domains</TenantLink>}
      actions={
        canRenew && (
          <Button
            variant="primary"
            icon={RefreshCw}
            onClick={() => openDialog(<RenewDomain registration={registration.data} />)}
          >
            Renew
          </Button>
        )
      }
    >
      <Card>
        {isNotFound(registration.error) ? (
          <NotHeld domain={domain} />
        ) : (
          <Loaded query={registration}>{registration => <Facts facts={factsOf(registration)} />}</Loaded>
        )}
      </Card>
      <DomainHistory domain={domain} isHeld={!registration.error && registration.data !== undefined} />
    </Page>
  );
}

const NotHeld = ({ domain }: { domain: string }) => (
  <Empty
    icon={Globe}
    title={`This tenant does not hold ${domain}`}
    text="It was released, removed by a reset of the sandbox, or never registered."
  />
);

const factsOf = ({ domain, order_id, renewals, ...registration }: RegistrationView) => ({
  Status: <RegistrationStatus status={registration.status} />,
  Domain: <DomainName>{domain}</DomainName>,
  Term: plural(registration.years, 'year'),
  Registered: <BusinessTime at={registration.registered_at} seconds />,
  [registration.status === 'expired' ? 'Expired' : 'Expires']: <BusinessTime at={registration.expires_at} seconds />,
  'Registered by': order_id && <OrderLink id={order_id} />,
  Renewal: renewals.length > 0 ? undefined : 'Not possible now: a domain can be registered for at most 10 years.',
});
