/**
 * Rejects unless `work` settles within `ms` milliseconds. Timers run before the event loop reads sockets, immediates
 * afterwards. Rejecting in an immediate lets a busy process accept an answer that has already arrived.
 */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${ms} ms`))), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
