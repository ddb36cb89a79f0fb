import type { ClockChanged, ClockProgress } from '../contract.js';
import type { ClockChange } from '../model/clock-change.js';

/** The response for a change: the clock after it, and what happened on the way. */
export const viewChange = (
  { mode, now, offset_seconds }: ClockProgress,
  { happened, total }: ClockChange,
  source: string,
): ClockChanged => ({ mode, now, offset_seconds, happened, more: total - happened.length, meta: { source } });
