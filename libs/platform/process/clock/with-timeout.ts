/**
 * Rejects unless `work` settles within `ms` milliseconds. A timer fires before the event loop reads sockets, and an
 * immediate after it, so that a busy process still accepts an answer that has already arrived.
 */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${ms} ms`))), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
