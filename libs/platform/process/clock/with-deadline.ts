/**
 * Runs `work` with a signal that is aborted after `ms` milliseconds, or with any of the signals in `also`.
 *
 * `AbortSignal.any` is not used: before Node.js 22, the signals that it combines can be garbage-collected, and then it is
 * never aborted. Here, the timer and the listeners keep the signal alive until `work` ends.
 */
export async function withDeadline<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  also: AbortSignal[] = [],
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  for (const signal of also) signal.addEventListener('abort', abort, { once: true });
  if (also.some(({ aborted }) => aborted)) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of also) signal.removeEventListener('abort', abort);
  }
}
