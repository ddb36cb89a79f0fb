import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { Ban, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { q } from '../api/queries';
import { buttonClass } from '../ui/button';
import { Page } from '../ui/page';
import { Empty, Loaded } from '../ui/states';
import { rememberTenant, useTenant } from './session';

/** Everything of one tenant; who may not see it is told so once, here. */
export function TenantFrame() {
  const slug = useTenant();
  const tenants = useQuery(q.tenants());
  const tenant = tenants.data?.tenants.find(tenant => tenant.slug === slug);
  useEffect(() => {
    if (tenant) rememberTenant(tenant.slug);
  }, [tenant]);
  return (
    <Loaded query={tenants}>
      {() =>
        tenant ? (
          <>
            {tenant.suspended && (
              <p className="notice notice-bad" role="status">
                <Ban size={16} aria-hidden />
                <span>
                  <strong>{tenant.name} is suspended.</strong> None of its keys work until an operator resumes it.
                </span>
              </p>
            )}
            <Outlet key={slug} />
          </>
        ) : (
          <Page title="No such tenant">
            <Empty
              icon={<SearchX size={22} />}
              title={`There is no tenant “${slug}” that you may see`}
              action={
                <Link to="/" className={buttonClass('secondary')}>
                  Go to a tenant of yours
                </Link>
              }
            >
              It may have another name, or an operator may have to give it to you.
            </Empty>
          </Page>
        )
      }
    </Loaded>
  );
}
