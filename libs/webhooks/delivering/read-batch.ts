import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { EVENT_TYPES } from '../events/catalogue.js';
import type { Lease } from '../storage/cursors.js';
import { BATCH_SIZE, claimRetries, type OutgoingDelivery, readNews } from '../storage/reading.js';

/** Maximum number of attempts to one receiver at a time. */
const CONCURRENCY = { healthy: 50, untried: 10, failing: 4 };

const isHealthy = ({ failingSince, lastSuccessAt }: Lease) => lastSuccessAt !== null && failingSince === null;

/**
 * How many attempts to a receiver may be started at a time, besides those that are still running. Skipping is no attempt, so
 * the backlog of a receiver that is off is skipped in full batches.
 */
export function slotsOf(lease: Lease): number {
  if (lease.state !== 'on') return BATCH_SIZE;
  const untried = lease.failingSince ? CONCURRENCY.failing : CONCURRENCY.untried;
  return Math.max((isHealthy(lease) ? CONCURRENCY.healthy : untried) - lease.sending, 0);
}

/** Reads due retries and new events. A receiver that is not healthy gets only as many as it has slots. */
@Injectable()
export class ReadBatch {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns deliveries in the order of their events, retries first, and whether that is all. */
  async execute(lease: Lease): Promise<{ deliveries: OutgoingDelivery[]; isAll: boolean }> {
    const slots = slotsOf(lease);
    if (slots === 0) return { deliveries: [], isAll: false };
    const retries = lease.hasDue ? await claimRetries(this.database, lease.receiverId, slots, this.clock.now()) : [];
    if (lease.state === 'removed') return { deliveries: retries, isAll: retries.length < slots };
    const limit = isHealthy(lease) ? BATCH_SIZE : slots - retries.length;
    const types = lease.events.length > 0 ? lease.events : EVENT_TYPES;
    const news = limit > 0 ? await readNews(this.database, lease, types) : [];
    const isAll = retries.length < slots && news.length < limit;
    return { deliveries: [...retries, ...news.slice(0, limit)], isAll };
  }
}
