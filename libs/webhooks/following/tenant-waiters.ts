import type { Waiter } from './waiter.js';

/** Interval at which all waiters are notified in case a notification was lost. */
const FALLBACK_MS = 5_000;

/** Events become readable milliseconds after they are stored, unless a transaction takes long to end. */
const FIRST_RETRY_MS = 20;
const MAX_RETRY_MS = 500;

/** The requests that wait for the events of one tenant. Timers are shared, so that waiters read at the same time. */
export class TenantWaiters {
  private readonly waiters = new Set<Waiter>();
  private readonly fallback = setInterval(() => this.notifyAll(), FALLBACK_MS);
  private retry: NodeJS.Timeout | undefined;
  private retryMs = FIRST_RETRY_MS;

  get isEmpty(): boolean {
    return this.waiters.size === 0;
  }

  add(waiter: Waiter): void {
    this.waiters.add(waiter);
  }

  remove(waiter: Waiter): void {
    this.waiters.delete(waiter);
    if (!this.isEmpty) return;
    clearInterval(this.fallback);
    this.cancelRetry();
  }

  /** Events were recorded. */
  notify(): void {
    this.cancelRetry();
    this.retryMs = FIRST_RETRY_MS;
    this.notifyAll();
  }

  /** Events are stored that cannot be read yet: notifies all waiters again after a short time that doubles. */
  notifyLater(): void {
    this.retry ??= setTimeout(() => {
      this.cancelRetry();
      this.retryMs = Math.min(2 * this.retryMs, MAX_RETRY_MS);
      this.notifyAll();
    }, this.retryMs);
  }

  close(): void {
    for (const waiter of this.waiters) waiter.close();
  }

  private cancelRetry(): void {
    clearTimeout(this.retry);
    this.retry = undefined;
  }

  private notifyAll(): void {
    for (const waiter of this.waiters) waiter.notify();
  }
}
