import timers from 'node:timers';

/**
 * The real timers and system clock, saved when this module is loaded. Tests may replace the global ones later, for
 * example with `vi.useFakeTimers()`.
 */
export const realTime = { setTimeout: timers.setTimeout, clearTimeout: timers.clearTimeout, now: Date.now };
