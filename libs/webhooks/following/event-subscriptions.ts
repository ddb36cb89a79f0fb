import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Caller, Metrics, Notifications } from '#platform';
import { EVENTS } from '../storage/events.js';
import { TenantWaiters } from './tenant-waiters.js';
import { Waiter } from './waiter.js';

/** Interval at which a process that shuts down checks whether all waiting requests are answered. */
const POLL_MS = 10;

/** The requests that wait for events, by tenant. A waiting request holds no database connection. */
@Injectable()
export class EventSubscriptions implements OnModuleDestroy {
  private readonly tenants = new Map<string, TenantWaiters>();
  private waiting = 0;
  private isStopping = false;

  constructor(notifications: Notifications, metrics: Metrics) {
    notifications.on(EVENTS, { changed: tenantId => this.tenants.get(tenantId)?.notify(), lost: () => {} });
    metrics.gauge('nameyard_events_waiting', 'Requests that wait for events.', () => this.waiting);
  }

  /** Runs `work` with a waiter for the tenant's events. The waiter is closed when the client disconnects. */
  async subscribe<T>(
    { tenant }: Caller,
    disconnected: AbortSignal,
    work: (waiter: Waiter, waiters: TenantWaiters) => Promise<T>,
  ): Promise<T> {
    this.waiting++;
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
      this.waiting--;
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
}
