import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { queries } from '../api/queries';
import { Page } from '../ui/page';
import { Empty, Loaded } from '../ui/placeholders';
import { PageLink } from './links';
import { lastTenant, useIsOperator } from './session';

export function Home() {
  const isOperator = useIsOperator();
  const tenants = useQuery(queries.tenants());
  return (
    <Loaded query={tenants}>
      {tenants => {
        const tenant = tenants.find(({ slug }) => slug === lastTenant.get()) ?? tenants[0];
        if (tenant) return <Navigate to="/t/$tenant" params={{ tenant: tenant.slug }} replace />;
        const create = <PageLink to="/tenants" variant="primary" label="Create a tenant" />;
        return (
          <Page title="Welcome">
            <Empty
              icon={Building2}
              title="No tenants yet"
              action={isOperator && create}
              text={
                isOperator
                  ? 'Each tenant is an isolated sandbox with its own keys, orders and domains.'
                  : 'Ask an operator to give you access to a tenant.'
              }
            />
          </Page>
        );
      }}
    </Loaded>
  );
}
