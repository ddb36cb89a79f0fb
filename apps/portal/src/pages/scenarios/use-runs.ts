import { useEffect, useRef, useState } from 'react';
import type { PlayedScenario } from '#testcontrol/contract';
import { ApiError, callApi } from '../../api/client';
import { useTenant } from '../../shell/session';
import { toast } from '../../ui/toast';

/** The last run of a scenario since the page was opened: in progress, played, or refused. */
export type Run = 'running' | PlayedScenario | ApiError;

/** Number of scenarios that `playAll` plays at a time. A process of the service plays up to four of a tenant at a time. */
const PARALLEL = 3;

export const isPlayed = (run: Run | undefined): run is PlayedScenario =>
  run !== undefined && run !== 'running' && !(run instanceof ApiError);

export type Runs = ReturnType<typeof useRuns>;

/** Plays scenarios, and keeps their last outcomes. */
export function useRuns() {
  const tenant = useTenant();
  const [runs, setRuns] = useState<Record<string, Run>>({});
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);

  const play = async (id: string): Promise<Run> => {
    const set = (run: Run) => setRuns(all => ({ ...all, [id]: run }));
    set('running');
    const path = ['tenants', tenant, 'scenarios', id, 'run'];
    const run = await callApi<PlayedScenario>('POST', path).catch((error: ApiError) => error);
    set(run);
    return run;
  };

  /** Plays scenarios until `isStopped` returns true, the page is closed, or the server refuses one, as it would refuse all. */
  const playAll = async (ids: readonly string[], isStopped: () => boolean): Promise<void> => {
    // Removes earlier outcomes, which would look like outcomes of this run.
    setRuns(all => Object.fromEntries(Object.entries(all).filter(([id]) => !ids.includes(id))));
    const waiting = [...ids];
    let refusal: ApiError | undefined;
    const work = async () => {
      while (!refusal && !isStopped() && !isLeft.current) {
        const id = waiting.shift();
        if (id === undefined) return;
        const run = await play(id);
        if (run instanceof ApiError) refusal ??= run;
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    if (refusal) toast.bad(refusal.message);
  };

  return { runs, play, playAll };
}
