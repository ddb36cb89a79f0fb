import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { type Column, pagesOf } from '#platform/exports';
import { readPage } from '#platform/http';
import type {
  DeliveriesPage,
  DeliveriesQuery,
  DeliveryDetail,
  DeliveryFilter,
  DeliveryView,
  EventsView,
  EventView,
} from '../contract.js';
import { SUBSCRIBABLE } from '../events/catalogue.js';
import { DeliveryNotFound } from '../model/errors.js';
import { sentHeaders } from '../send.js';
import { findDelivery, listDeliveries } from '../storage/deliveries.js';
import { countRecent, listRecent, type RecentDelivery, type RecentFilter } from '../storage/recent-deliveries.js';
import { eventsOfSubject, type EventWithDeliveries } from '../storage/events-of-subject.js';

/** Columns of an exported delivery. */
export const DELIVERY_COLUMNS: readonly Column<DeliveryView>[] = [
  'id',
  'receiver_id',
  'event_id',
  'event_type',
  'domain',
  'state',
  'sending',
  'attempts',
  'last_status',
  'last_reason',
  'created_at',
  'delivered_at',
  'next_attempt_at',
  'altered',
];

@Injectable()
export class FindDeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The deliveries of a tenant, newest first. */
  list(tenantId: string, query: DeliveriesQuery): Promise<DeliveryView[]> {
    return listDeliveries(this.database, tenantId, query, this.clock.now());
  }

  async page(tenantId: string, { limit, ...query }: DeliveriesQuery): Promise<DeliveriesPage> {
    const read = (count: number) => this.list(tenantId, { ...query, limit: count });
    const { rows, next } = await readPage(limit, read, ({ id }) => id);
    return { deliveries: rows, next };
  }

  /** Reads all matching deliveries in pages, newest first. */
  pages(tenantId: string, filter: DeliveryFilter): AsyncGenerator<DeliveryView[]> {
    const read = (before: string | undefined, limit: number) => this.list(tenantId, { ...filter, before, limit });
    return pagesOf(read, ({ id }) => id);
  }

  /** Number of deliveries that match, counted up to `limit`. */
  countRecent(tenantId: string, filter: RecentFilter, limit: number): Promise<number> {
    return countRecent(this.database, tenantId, filter, limit);
  }

  /** Deliveries that match, without the responses of their receivers. */
  listRecent(
    tenantId: string,
    filter: RecentFilter,
    page: { first: 'oldest' | 'newest'; limit: number },
  ): Promise<RecentDelivery[]> {
    return listRecent(this.database, tenantId, filter, page);
  }

  /** @throws DeliveryNotFound */
  async get(tenantId: string, id: string): Promise<DeliveryDetail> {
    const found = await findDelivery.first(this.database, { tenant: tenantId, id, now: this.clock.now() });
    if (!found) throw new DeliveryNotFound(id);
    const { requestId, log, ...delivery } = found;
    return {
      ...delivery,
      log: log.map(({ sent, ...attempt }) => ({
        ...attempt,
        headers: sent ? sentHeaders(delivery.event_id, requestId, sent) : null,
      })),
    };
  }

  /** The events about an object of the tenant, such as an order, oldest first, with their deliveries. */
  eventsAbout(tenantId: string, key: string): Promise<EventWithDeliveries[]> {
    return eventsOfSubject.run(this.database, { tenant: tenantId, key, now: this.clock.now() });
  }

  /** The same for the portal. */
  async viewEventsAbout(tenantId: string, key: string): Promise<EventsView> {
    const events = await this.eventsAbout(tenantId, key);
    return { events: events.map(viewOf) };
  }
}

const viewOf = ({ id, type, occurredAt, deliveries }: EventWithDeliveries): EventView => ({
  id,
  type,
  summary: SUBSCRIBABLE.find(kind => kind.type === type)?.definition.summary ?? type,
  timestamp: occurredAt.toISOString(),
  deliveries: deliveries.map(({ id, receiver, url, state }) => ({ id, receiver_id: receiver, url, state })),
});
