import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { EVENT_TYPES } from '../events/catalogue.js';
import type { Lease } from '../storage/cursors.js';
import { BATCH_SIZE, claimRetries, type OutgoingDelivery, readNewEvents } from '../storage/reading.js';

/** Maximum number of attempts to one receiver at a time. */
const CONCURRENCY = { healthy: 50, untried: 10, failing: 4 };

const isHealthy = ({ failingSince, lastSuccessAt }: Lease) => lastSuccessAt !== null && failingSince === null;

/** Number of attempts to a receiver that can start now, in addition to those that are still running. */
export function freeSlotsOf(lease: Lease): number {
  const untried = lease.failingSince ? CONCURRENCY.failing : CONCURRENCY.untried;
  return Math.max((isHealthy(lease) ? CONCURRENCY.healthy : untried) - lease.sending, 0);
}

/** Second step: reads due retries and new events. A receiver that is not healthy gets at most one delivery per free slot. */
@Injectable()
export class ReadBatch {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns deliveries in the order of their events, retries first. `isAll`: no more deliveries are due. */
  async execute(lease: Lease): Promise<{ deliveries: OutgoingDelivery[]; isAll: boolean }> {
    const slots = freeSlotsOf(lease);
    if (slots === 0) return { deliveries: [], isAll: false };
    const retries = lease.hasDue ? await claimRetries(this.database, lease.receiverId, slots, this.clock.now()) : [];
    if (lease.state === 'removed') return { deliveries: retries, isAll: retries.length < slots };
    const limit = isHealthy(lease) ? BATCH_SIZE : slots - retries.length;
    const newEvents = await readNewEvents(this.database, lease, lease.events.length > 0 ? lease.events : EVENT_TYPES);
    const isAll = retries.length < slots && newEvents.length < limit;
    return { deliveries: [...retries, ...newEvents.slice(0, limit)], isAll };
  }
}
