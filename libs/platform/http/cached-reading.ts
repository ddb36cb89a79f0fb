import { withTimeout } from '../process/clock/with-timeout.js';

/** Shorter than the timeout of a scrape, which is 10 seconds by default. */
const TIMEOUT_MS = 1_000;

/** Several scrapers, and scrapes at short intervals, share a reading. */
const MAX_AGE_MS = 1_000;

/**
 * Returns a reader that calls `read` at most once a second and never twice at the same time.
 * @throws when `read` fails or takes longer than a second; it continues in the background
 */
export function polled<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  let expiresAt = Infinity;
  const start = () => {
    expiresAt = Infinity;
    reading = read().finally(() => (expiresAt = performance.now() + MAX_AGE_MS));
    return reading;
  };
  return () => withTimeout(!reading || performance.now() >= expiresAt ? start() : reading, TIMEOUT_MS);
}
