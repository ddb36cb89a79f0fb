import type { StartOptions } from './start.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface StopRequest {
  /** Resolves to the reason. */
  received: Promise<string>;
  /** Leaves the signals to the graceful shutdown, which is ready now. */
  ignoreSignals(): void;
}

/**
 * Watches for requests to stop from the start of the process on. They take effect when the startup is complete, because
 * only a graceful shutdown removes temporary data.
 */
export function watchForStopRequest({ stopWithStdin, temporary }: StartOptions): StopRequest {
  let stop: (reason: string) => void = () => {};
  const received = new Promise<string>(resolve => (stop = resolve));
  if (stopWithStdin) {
    process.stdin.once('end', () => stop('standard input ended')).once('error', () => stop('standard input failed'));
    process.stdin.resume();
    // A failed startup ends the process. Files have no `unref`, but end immediately.
    process.stdin.unref?.();
  }
  if (temporary) for (const signal of SIGNALS) process.on(signal, stop);
  return {
    received,
    ignoreSignals: () => SIGNALS.forEach(signal => process.off(signal, stop)),
  };
}
