import { Clock } from 'lucide-react';
import type { ClockProgress } from '#testcontrol/contract';
import { Banner } from '../ui/notice';
import { formatUtc } from '../ui/time';
import { TenantLink } from './session';
import { useClock, useClockTimes } from './use-clock';

const POLL_MS = 15_000;

/** Shown on all pages of a tenant whose clock is not real, because its dates are unexpected. */
export function ClockNotice() {
  const { data, dataUpdatedAt } = useClock(POLL_MS);
  if (!data || (data.mode === 'real' && data.moving_to === null)) return null;
  return <SandboxTime clock={data} readAt={dataUpdatedAt} />;
}

function SandboxTime({ clock, readAt }: { clock: ClockProgress; readAt: number }) {
  const { present } = useClockTimes(clock, readAt);
  const state = clock.moving_to === null ? clock.mode : `moving to ${formatUtc(clock.moving_to)}`;
  return (
    <Banner icon={Clock}>
      <TenantLink to="./clock">Sandbox time</TenantLink>: {formatUtc(present)}, {state}
    </Banner>
  );
}
