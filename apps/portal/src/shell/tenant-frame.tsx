import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Ban, Boxes, Clock } from 'lucide-react';
import { useEffect } from 'react';
import type { ClockProgress } from '#testcontrol/contract';
import type { TenantDetails } from '#tenancy/contract';
import { isNotFound } from '../api/client';
import { queries } from '../api/queries';
import { Banner } from '../ui/notice';
import { Loaded } from '../ui/placeholders';
import { TenantNotFound, WorldNotFound } from './error-pages';
import { PageLink, TenantLink } from './links';
import { lastTenant, useTenant } from './session';
import { formatUtc, TimeLeft } from '../ui/time';
import { useClock, useClockTimes } from './use-clock';

/** Pattern of slugs of worlds. */
const WORLD_SLUG = /^w-[a-z0-9]{16}$/;

/** Parent of all pages of a tenant; handles tenants that are suspended or not accessible, and worlds that have ended. */
export function TenantFrame() {
  const slug = useTenant();
  const query = useQuery(queries.tenant(slug));
  const tenant = query.data;
  // Stores the tenant of a world, because the world ends before its tenant.
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

const POLL_MS = 15_000;

/** Shown on all pages of a tenant whose clock differs from real time, to explain unexpected dates. */
function ClockNotice() {
  const { data, dataUpdatedAt } = useClock(POLL_MS);
  if (!data || (data.mode === 'real' && data.moving_to === null)) return null;
  return <SandboxTime clock={data} readAt={dataUpdatedAt} />;
}

function SandboxTime({ clock, readAt }: { clock: ClockProgress; readAt: number }) {
  const { present } = useClockTimes(clock, readAt);
  const state = clock.moving_to === null ? clock.mode : `moving to ${formatUtc(clock.moving_to)}`;
  return (
    <Banner icon={Clock}>
      <TenantLink to="./clock" label="Sandbox time" />: {formatUtc(present)}, {state}
    </Banner>
  );
}

function WorldNotice({ tenant: { parent, expires_at } }: { tenant: TenantDetails }) {
  if (!parent || !expires_at) return null;
  return (
    <Banner icon={Boxes}>
      World of <PageLink to="/t/$tenant/worlds" params={{ tenant: parent.slug }} label={parent.name} /> · ends in{' '}
      <TimeLeft at={expires_at} over="a moment" />
    </Banner>
  );
}
