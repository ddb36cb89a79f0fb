import type { Clock } from '#platform/process/clock';
import type { Database } from '#platform/database';
import type { LogPosition } from '#platform/events/sql';
import { EVENT_TYPES } from '../events/catalogue.js';
import { attemptDeadline } from '../model/delivery.js';
import { BATCH_SIZE, freeSlotsOf, isHealthy } from '../model/health.js';
import type { Lease } from '../storage/leases.js';
import { claimDue, type OutgoingDelivery, readNewEvents } from '../storage/reading.js';

export interface Batch {
  /** Due ones first, then those of new events, each in the order of their events. */
  deliveries: OutgoingDelivery[];
  /** Log position of the last event that was read, whether or not the receiver has subscribed to it. */
  end: LogPosition;
  /** Whether the batch contains everything that the receiver has to get now. */
  isLast: boolean;
}

/** Reads due deliveries and new events. A receiver that is not healthy gets only as many as it has slots. */
export async function readBatch(database: Database, clock: Clock, lease: Lease): Promise<Batch> {
  const slots = freeSlotsOf(lease);
  if (slots === 0) return { deliveries: [], end: lease, isLast: false };
  const now = clock.now();
  const claim = { receiver: lease.receiver, limit: slots, now, until: attemptDeadline(now) };
  const due = lease.hasDueDeliveries ? await claimDue.run(database, claim) : [];
  if (lease.state === 'removed') return { deliveries: due, end: lease, isLast: due.length < slots };
  const limit = isHealthy(lease) ? BATCH_SIZE : slots - due.length;
  const events = limit > 0 ? (await readNewEvents(database, lease)).slice(0, limit) : [];
  const types = lease.events.length > 0 ? lease.events : EVENT_TYPES;
  const subscribedEvents = events.filter(
    ({ eventType, environment }) => types.includes(eventType) && environment === lease.environment,
  );
  const isLast = due.length < slots && events.length < limit;
  return { deliveries: [...due, ...subscribedEvents], end: events.at(-1)?.logPosition ?? lease, isLast };
}
