import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { useEffect } from 'react';
import { queries } from '../api/queries';
import { Loaded } from '../ui/states';
import { ClockNotice } from './clock-notice';
import { TenantNotFound } from './error-pages';
import { lastTenant, useTenant } from './session';

/** Parent of all pages of a tenant; handles tenants that are suspended or not accessible. */
export function TenantFrame() {
  const slug = useTenant();
  const tenants = useQuery(queries.tenants());
  const tenant = tenants.data?.find(tenant => tenant.slug === slug);
  useEffect(() => {
    if (tenant) lastTenant.set(tenant.slug);
  }, [tenant]);
  if (!tenant) return <Loaded query={tenants}>{() => <TenantNotFound slug={slug} />}</Loaded>;
  return (
    <>
      {tenant.suspended && (
        <p className="notice notice-bad" role="status">
          <Ban size={16} />
          <span>
            <strong>{tenant.name} is suspended.</strong> All its keys are rejected until an operator resumes it.
          </span>
        </p>
      )}
      <ClockNotice key={`clock of ${slug}`} />
      <Outlet key={slug} />
    </>
  );
}
