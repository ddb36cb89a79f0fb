import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Notifications } from '#platform/database';
import { tooMany } from '#platform/http/errors';
import { Metrics } from '#platform/http';
import { NEW_EVENTS } from '../topics.js';

/**
 * Maximum number of requests of one API key that wait at the same time in one process. A client needs one, and
 * a key with the default limit of 60 requests a minute hardly reaches the maximum. One event answers all of them, which
 * occupies the process for some 10 ms.
 */
const MAX_WAITING_PER_KEY = 100;

/** Interval at which all waiting requests are notified in case a notification was lost, or no worker runs. */
const FALLBACK_MS = 5_000;

/** Interval at which a process that shuts down checks whether all waiting requests are answered. */
const POLL_MS = 10;

/** The requests that wait for events, by tenant. A waiting request holds no database connection. */
@Injectable()
export class EventSubscriptions implements OnModuleDestroy {
  /** Has a listener for each waiting request. The name of an event is the ID of a tenant, its argument is `isNotified`. */
  private readonly wakes = new EventEmitter().setMaxListeners(0);
  private readonly retries = new Map<string, NodeJS.Timeout>();
  private readonly fallback = setInterval(() => this.wakeAll(true), FALLBACK_MS).unref();
  private readonly waitingByKey = new Map<string, number>();
  private waiting = 0;
  private isStopping = false;

  constructor(notifications: Notifications, metrics: Metrics) {
    notifications.on(NEW_EVENTS, { changed: tenantId => this.wake(tenantId, true), lost: () => {} });
    metrics.gauge('nameyard_events_waiting', 'Requests that wait for events.', () => this.waiting);
  }

  /**
   * Counts a request as waiting while `work` runs.
   * @throws TooManyWaiting
   */
  async count<T>(keyId: string, work: () => Promise<T>): Promise<T> {
    this.add(keyId, 1);
    return work().finally(() => this.add(keyId, -1));
  }

  /** Resolves to true at the next notification of a tenant's events, or to false when the process shuts down. */
  next(tenantId: string): Promise<boolean> {
    if (this.isStopping) return Promise.resolve(false);
    return new Promise(resolve => this.wakes.once(tenantId, resolve));
  }

  /** Notifies all waiters of a tenant again after some time. The timer is shared, so that they read at the same time. */
  notifyLater(tenantId: string, ms: number): void {
    if (!this.retries.has(tenantId))
      this.retries.set(
        tenantId,
        setTimeout(() => this.wake(tenantId, true), ms),
      );
  }

  /**
   * Ends every wait, so that waiting requests do not delay the shutdown. Resolves when they are answered: the server then
   * closes idle connections, and one that becomes idle later would stay open until its keep-alive timeout.
   */
  async onModuleDestroy() {
    this.isStopping = true;
    clearInterval(this.fallback);
    this.wakeAll(false);
    while (this.waiting > 0) await sleep(POLL_MS);
  }

  private wake(tenantId: string, isNotified: boolean): void {
    clearTimeout(this.retries.get(tenantId));
    this.retries.delete(tenantId);
    this.wakes.emit(tenantId, isNotified);
  }

  private wakeAll(isNotified: boolean): void {
    for (const tenantId of this.wakes.eventNames()) this.wake(tenantId as string, isNotified);
  }

  private add(keyId: string, change: 1 | -1): void {
    const count = (this.waitingByKey.get(keyId) ?? 0) + change;
    if (count > MAX_WAITING_PER_KEY) throw new TooManyWaiting();
    this.waiting += change;
    if (count === 0) this.waitingByKey.delete(keyId);
    else this.waitingByKey.set(keyId, count);
  }
}

export class TooManyWaiting extends tooMany({
  code: 'TOO_MANY_WAITING',
  description: `The key already has ${MAX_WAITING_PER_KEY} waiting requests.`,
  header: 'Retry-After',
  headerValue: '1',
  advice:
    'Send the next request after the response to the previous one, reuse one connection per client, or set a shorter `wait`.',
  reproduce: `Send ${MAX_WAITING_PER_KEY + 1} requests for events at the same time, with one key and with \`wait=20\`.`,
  message: () =>
    `At most ${MAX_WAITING_PER_KEY} requests of one key can wait for events at the same time; reuse one connection or set a shorter "wait".`,
}) {}
