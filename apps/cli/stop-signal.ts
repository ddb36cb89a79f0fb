const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Exit code after Ctrl-C. */
export const INTERRUPTED = 130;

/**
 * Runs `work` with a signal that is aborted by Ctrl-C and other termination signals, or when standard output is closed. A
 * second Ctrl-C ends the process immediately.
 */
export async function withStopSignal<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  // Unlike the default action of a signal, this runs the handlers of `exit`, which end child processes.
  const stopOrExit = () => (controller.signal.aborted ? process.exit(INTERRUPTED) : stop());
  for (const signal of SIGNALS) process.on(signal, stopOrExit);
  process.stdout.on('error', stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stopOrExit);
    process.stdout.off('error', stop);
  }
}
