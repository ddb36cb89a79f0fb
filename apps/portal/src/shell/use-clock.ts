import { useIsMutating, useQuery } from '@tanstack/react-query';
import type { ClockProgress } from '#testcontrol/contract';
import { queries } from '../api/queries';
import { useNow } from '../lib/use-now';
import { useTenant } from './session';

const MOVING_POLL_MS = 1_000;

/** The clock of the tenant in the address. Polls every second while any mutation of this tab or a clock change is in progress. */
export function useClock(pollMs: number) {
  const isChanging = useIsMutating() > 0;
  return useQuery({
    ...queries.clock(useTenant()),
    refetchInterval: ({ state }) => (isChanging || state.data?.moving_to ? MOVING_POLL_MS : pollMs),
  });
}

/** The tenant's time and real time, both extrapolated from the last response of the server. */
export function useClockTimes({ mode, now, offset_seconds, moving_to }: ClockProgress, readAt: number) {
  const elapsedMs = Math.max(0, useNow() - readAt);
  const at = Date.parse(now);
  const isPaused = mode === 'frozen' || moving_to !== null;
  return { present: new Date(isPaused ? at : at + elapsedMs), real: new Date(at - offset_seconds * 1_000 + elapsedMs) };
}
