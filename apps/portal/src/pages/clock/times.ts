import type { ClockChanged } from '#testcontrol/contract';
import { formatUtc } from '../../ui/time';

/** Reads the value of `<input type="datetime-local">` as a time in UTC. */
export const fromUtcInput = (value: string): string => new Date(`${value}Z`).toISOString();

/** Text of the toast after a change. */
export const describeChange = ({ now, mode }: ClockChanged): string =>
  mode === 'real' ? 'The clock follows real time.' : `The clock shows ${formatUtc(now)}.`;
