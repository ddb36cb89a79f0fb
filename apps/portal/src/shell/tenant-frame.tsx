import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { useEffect } from 'react';
import { isNotFound } from '../api/client';
import { queries } from '../api/queries';
import { Banner } from '../ui/notice';
import { Loaded } from '../ui/placeholders';
import { ClockNotice } from './clock-notice';
import { TenantNotFound, WorldNotFound } from './error-pages';
import { lastTenant, useTenant } from './session';
import { WorldNotice } from './world-notice';

/** The form of the slugs of worlds. */
const WORLD_SLUG = /^w-[a-z0-9]{16}$/;

/** Parent of all pages of a tenant; handles tenants that are suspended or not accessible, and worlds that have ended. */
export function TenantFrame() {
  const slug = useTenant();
  const query = useQuery(queries.tenant(slug));
  const tenant = query.data;
  // A world ends, and its tenant remains.
  const lasting = tenant?.parent?.slug ?? tenant?.slug;
  useEffect(() => {
    if (lasting) lastTenant.set(lasting);
  }, [lasting]);
  if (isNotFound(query.error))
    return WORLD_SLUG.test(slug) ? (
      <WorldNotFound slug={slug} parent={tenant?.parent ?? null} />
    ) : (
      <TenantNotFound slug={slug} />
    );
  if (!tenant) return <Loaded query={query}>{() => null}</Loaded>;
  return (
    <>
      {tenant.suspended && (
        <Banner tone="bad" icon={Ban} role="status">
          <strong>{tenant.name} is suspended.</strong> All its keys are rejected until an operator resumes it.
        </Banner>
      )}
      <WorldNotice tenant={tenant} />
      <ClockNotice key={`clock of ${slug}`} />
      <Outlet key={slug} />
    </>
  );
}
