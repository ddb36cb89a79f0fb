const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work` with a signal that is aborted by Ctrl-C and other termination signals, or when standard output is closed. A
 * second Ctrl-C ends the process immediately.
 */
export async function withStopSignal<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  process.stdout.on('error', stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    process.stdout.off('error', stop);
  }
}
