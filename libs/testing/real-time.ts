import timers from 'node:timers';

/**
 * Timers and the clock of the system, as they were when the kit was loaded: tests replace the global ones, for example with
 * `vi.useFakeTimers()`.
 */
export const realTime = { setTimeout: timers.setTimeout, clearTimeout: timers.clearTimeout, now: Date.now };
