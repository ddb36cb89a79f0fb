import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { q } from '../api/queries';
import { buttonClass } from '../ui/button';
import { Page } from '../ui/page';
import { Empty, Loaded } from '../ui/states';
import { rememberedTenant, useIsOperator } from './session';

/** Where one begins: in the tenant where one was last. */
export function Home() {
  const isOperator = useIsOperator();
  const tenants = useQuery(q.tenants());
  return (
    <Loaded query={tenants}>
      {({ tenants }) => {
        const last = rememberedTenant();
        const tenant = tenants.find(({ slug }) => slug === last) ?? tenants[0];
        if (tenant) return <Navigate to="/t/$tenant" params={{ tenant: tenant.slug }} replace />;
        return (
          <Page title="Welcome">
            <Empty
              icon={<Building2 size={22} />}
              title="No tenant yet"
              action={
                isOperator && (
                  <Link to="/tenants" className={buttonClass('primary')}>
                    Create a tenant
                  </Link>
                )
              }
            >
              {isOperator
                ? 'A tenant is a world of its own, with its keys, orders and domains.'
                : 'Ask an operator to give you a tenant; then it shows up here.'}
            </Empty>
          </Page>
        );
      }}
    </Loaded>
  );
}
