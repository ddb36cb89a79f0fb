import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { withDeadline } from '#platform/process/clock';
import { MAX_HELD, TooManyHeld } from './model/errors.js';

/** Requests of this process that faults and verifications keep open. */
@Injectable()
export class HeldRequests implements BeforeApplicationShutdown {
  private readonly counts = new Map<string, number>();
  private readonly stop = new AbortController();

  constructor() {
    setMaxListeners(0, this.stop.signal); // one for each held request
  }

  /** Aborted when the process stops. */
  get stopping(): AbortSignal {
    return this.stop.signal;
  }

  /**
   * Counts a request while `work` runs. A tenant and its worlds count together (`permanentTenantIdOf`).
   * @throws TooManyHeld
   */
  async count<T>(permanentTenantId: string, work: () => Promise<T>): Promise<T> {
    const count = this.countOf(permanentTenantId);
    if (count >= MAX_HELD) throw new TooManyHeld();
    this.counts.set(permanentTenantId, count + 1);
    try {
      return await work();
    } finally {
      const left = this.countOf(permanentTenantId) - 1;
      if (left > 0) this.counts.set(permanentTenantId, left);
      else this.counts.delete(permanentTenantId);
    }
  }

  /** Number of requests of a tenant and its worlds that are held now. */
  countOf(permanentTenantId: string): number {
    return this.counts.get(permanentTenantId) ?? 0;
  }

  /** Waits until the time is up, the client disconnects, or the process stops. */
  async wait(response: ServerResponse, ms: number): Promise<void> {
    const disconnected = new AbortController();
    const disconnect = () => disconnected.abort();
    response.once('close', disconnect);
    if (response.closed) disconnect();
    const pause = (ended: AbortSignal) => sleep(ms, undefined, { signal: ended }).catch(() => {});
    await withDeadline(ms, pause, [disconnected.signal, this.stopping]);
    response.off('close', disconnect);
  }

  /** Runs before the server closes, which waits for all requests. */
  beforeApplicationShutdown() {
    this.stop.abort();
  }
}
