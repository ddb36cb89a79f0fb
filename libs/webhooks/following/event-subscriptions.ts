import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Caller } from '#access';
import { Notifications } from '#platform/database';
import { tooMany } from '#platform/errors';
import { Metrics } from '#platform/http';
import { NEW_EVENTS } from '../topics.js';
import { TenantWaiters } from './tenant-waiters.js';
import { Waiter } from './waiter.js';

/**
 * Maximum number of requests of one API key that wait at the same time in one process. A client needs one; a key with
 * the default limit of 60 requests a minute can hardly have more. One event answers all of them, so the number also
 * bounds how long that occupies the process: some 10 ms.
 */
const MAX_WAITING_PER_KEY = 100;

/** Interval at which a process that shuts down checks whether all waiting requests are answered. */
const POLL_MS = 10;

/** The requests that wait for events, by tenant. A waiting request holds no database connection. */
@Injectable()
export class EventSubscriptions implements OnModuleDestroy {
  private readonly tenants = new Map<string, TenantWaiters>();
  private readonly waitingByKey = new Map<string, number>();
  private waiting = 0;
  private isStopping = false;

  constructor(notifications: Notifications, metrics: Metrics) {
    notifications.on(NEW_EVENTS, { changed: tenantId => this.tenants.get(tenantId)?.notify(), lost: () => {} });
    metrics.gauge('nameyard_events_waiting', 'Requests that wait for events.', () => this.waiting);
  }

  /**
   * Runs `work` with a waiter for the tenant's events. The waiter is closed when the client disconnects.
   * @throws TooManyWaiting
   */
  async subscribe<T>(
    { tenant, keyId }: Caller,
    disconnected: AbortSignal,
    work: (waiter: Waiter, waiters: TenantWaiters) => Promise<T>,
  ): Promise<T> {
    this.count(keyId, 1);
    const waiter = new Waiter();
    const waiters = this.waitersOf(tenant.id);
    waiters.add(waiter);
    const close = () => waiter.close();
    disconnected.addEventListener('abort', close);
    if (disconnected.aborted || this.isStopping) close();
    try {
      return await work(waiter, waiters);
    } finally {
      disconnected.removeEventListener('abort', close);
      waiters.remove(waiter);
      if (waiters.isEmpty) this.tenants.delete(tenant.id);
      this.count(keyId, -1);
    }
  }

  /**
   * Ends every wait, so that waiting requests do not delay the shutdown. Resolves when they are answered: the server then
   * closes idle connections, and one that becomes idle later would stay open until its keep-alive timeout.
   */
  async onModuleDestroy() {
    this.isStopping = true;
    for (const waiters of this.tenants.values()) waiters.close();
    while (this.waiting > 0) await sleep(POLL_MS);
  }

  private waitersOf(tenantId: string): TenantWaiters {
    const waiters = this.tenants.get(tenantId) ?? new TenantWaiters();
    this.tenants.set(tenantId, waiters);
    return waiters;
  }

  private count(keyId: string, change: 1 | -1): void {
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
  advice:
    'Send the next request after the response to the previous one, reuse one connection per client, or set a shorter `wait`.',
}) {
  constructor() {
    super(
      `At most ${MAX_WAITING_PER_KEY} requests of one key can wait for events at the same time; reuse one connection or set a shorter "wait".`,
      { headers: { 'Retry-After': '1' } },
    );
  }
}
