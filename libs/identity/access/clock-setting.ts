import { type BusinessTime, businessTime } from '#platform/model';

/** How the clock of a tenant relates to real time. */
export type ClockSetting =
  | { mode: 'real' }
  | { mode: 'frozen'; at: BusinessTime }
  /** `offsetMs` ahead of real time. */
  | { mode: 'running'; offsetMs: number };

/** Converts real time to the time of a tenant's clock. */
export function timeOf(setting: ClockSetting, real: Date): BusinessTime {
  if (setting.mode === 'frozen') return setting.at;
  return businessTime(real.getTime() + (setting.mode === 'running' ? setting.offsetMs : 0));
}
