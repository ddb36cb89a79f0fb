import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Metrics, Notifications } from '#platform';
import { EVENTS } from '../storage/events.js';

/** Somebody who waits for what happens to a tenant. */
export class Watch {
  /** Nobody waits any longer: the client left, or the process stops. */
  over = false;
  private told = false;
  private resume = () => {};

  /** Until there is news, the watch is over or the time is up; news that came since the last pause counts. */
  async pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    if (!this.told && !this.over)
      await new Promise<void>(resolve => {
        this.resume = resolve;
        timer = setTimeout(resolve, ms);
      });
    clearTimeout(timer);
    this.told = false;
  }

  tell(): void {
    this.told = true;
    this.resume();
  }

  end(): void {
    this.over = true;
    this.resume();
  }
}

/** Who waits for which tenant's events. Whoever waits costs some memory and nothing else. */
@Injectable()
export class Arrivals implements OnModuleDestroy {
  private readonly watches = new Map<string, Set<Watch>>();
  private stopping = false;

  private waiting = 0;

  constructor(notifications: Notifications, metrics: Metrics) {
    notifications.on(EVENTS, { changed: tenantId => this.tell(tenantId), lost: () => {} });
    metrics.gauge('nameyard_events_waiting', 'Requests that wait for events.', () => this.waiting);
  }

  /** Lets `work` watch a tenant, until it is done or the client is gone. */
  async watching<T>(tenantId: string, gone: AbortSignal, work: (watch: Watch) => Promise<T>): Promise<T> {
    const watch = new Watch();
    const end = () => watch.end();
    gone.addEventListener('abort', end);
    if (gone.aborted || this.stopping) watch.end();
    const others = this.watches.get(tenantId) ?? new Set();
    this.watches.set(tenantId, others.add(watch));
    this.waiting++;
    try {
      return await work(watch);
    } finally {
      this.waiting--;
      gone.removeEventListener('abort', end);
      others.delete(watch);
      if (others.size === 0) this.watches.delete(tenantId);
    }
  }

  /** Everyone is answered now, so that nobody holds up the end of the process. */
  onModuleDestroy() {
    this.stopping = true;
    for (const watches of this.watches.values()) for (const watch of watches) watch.end();
  }

  private tell(tenantId: string): void {
    for (const watch of this.watches.get(tenantId) ?? []) watch.tell();
  }
}
