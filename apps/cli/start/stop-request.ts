import { constants } from 'node:os';
import type { StartOptions } from './start.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface StopRequest {
  /** Resolves to the reason. */
  received: Promise<string>;
  /** Leaves the signals to the graceful shutdown, which is ready now. */
  stopWatchingSignals(): void;
}

/**
 * Watches for requests to stop from the start of the process on. With temporary data they take effect when the startup is
 * complete, because only a graceful shutdown removes the data. Otherwise a signal ends the process immediately; without a
 * handler, Linux ignores signals to the first process of a container.
 */
export function watchForStopRequest({ stopWithStdin, temporary }: StartOptions): StopRequest {
  let stop: (reason: string) => void = () => {};
  const received = new Promise<string>(resolve => (stop = resolve));
  if (stopWithStdin) {
    process.stdin.once('end', () => stop('standard input ended')).once('error', () => stop('standard input failed'));
    process.stdin.resume();
    // `unref` lets the process end after a failed startup. Files have no `unref`, but end immediately.
    process.stdin.unref?.();
  }
  const onSignal = (signal: NodeJS.Signals) => (temporary ? stop(signal) : exitBy(signal));
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    received,
    stopWatchingSignals: () => SIGNALS.forEach(signal => process.off(signal, onSignal)),
  };
}

/** Exits with the code that shells report for a signal. The watchdog stops the embedded PostgreSQL. */
const exitBy = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
