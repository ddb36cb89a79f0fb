import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { type Column, pagesOf } from '#platform/http/exports';
import { readPage } from '#platform/http';
import type {
  AttemptView,
  DeliveriesPage,
  DeliveriesQuery,
  DeliveryDetail,
  DeliveryFilter,
  EventsView,
  EventView,
  ListedDelivery,
} from '../contract.js';
import { SUBSCRIBABLE } from '../events/catalogue.js';
import type { EndedAttempt } from '../model/delivery.js';
import { DeliveryNotFound } from '../model/errors.js';
import { waitReasonOf } from '../model/wait-reason.js';
import { sentHeaders } from '../send.js';
import { findDelivery, listDeliveries } from '../storage/deliveries.js';
import { loadOfReceivers } from '../storage/due.js';
import { type DeliveryRow, listQueued, type QueuedPosition } from '../storage/queued-deliveries.js';
import { eventsOfSubject, type EventWithDeliveries } from '../storage/events-of-subject.js';

/** Columns of an exported delivery. */
export const DELIVERY_COLUMNS: readonly Column<ListedDelivery>[] = [
  'id',
  'receiver_id',
  'event_id',
  'event_type',
  'domain',
  'state',
  'waits_for',
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

  /**
   * The deliveries of a tenant, newest first, preceded by the events that wait for their first attempt, unless the query has
   * `from` or `to`.
   */
  async list(tenantId: string, query: DeliveriesQuery): Promise<ListedDelivery[]> {
    const { state, before, limit, from, to } = query;
    const hasTimeFilter = from !== undefined || to !== undefined;
    const position = queuedPositionOf(before);
    const isQueued =
      !hasTimeFilter && (state === undefined || state === 'queued') && (before === undefined || position !== undefined);
    const queued = isQueued ? await listQueued(this.database, tenantId, { ...query, before: position }) : [];
    if (state === 'queued' || queued.length === limit) return this.views(tenantId, queued);
    const recorded = { ...query, before: position ? undefined : before, limit: limit - queued.length };
    const rows = await listDeliveries(this.database, tenantId, recorded, this.clock.now());
    return this.views(tenantId, [...queued, ...rows]);
  }

  async page(tenantId: string, { limit, ...query }: DeliveriesQuery): Promise<DeliveriesPage> {
    const read = (count: number) => this.list(tenantId, { ...query, limit: count });
    const { rows, next } = await readPage(limit, read, cursorOf);
    return { deliveries: rows, next };
  }

  /** Reads all matching deliveries in pages, in the order of `list`. */
  pages(tenantId: string, filter: DeliveryFilter): AsyncGenerator<ListedDelivery[]> {
    const read = (before: string | undefined, limit: number) => this.list(tenantId, { ...filter, before, limit });
    return pagesOf(read, cursorOf);
  }

  /** Adds `waits_for`. */
  private async views<Row extends DeliveryRow>(
    tenant: string,
    rows: Row[],
  ): Promise<(Row & Pick<ListedDelivery, 'waits_for'>)[]> {
    const now = this.clock.now();
    const isWaiting = rows.some(({ state, sending }) => state === 'queued' || (state === 'pending' && !sending));
    const loads = isWaiting ? await loadOfReceivers.run(this.database, { tenant, now }) : [];
    const loadOf = (row: Row) => loads.find(({ id }) => id === row.receiver_id);
    return rows.map(row => ({ ...row, waits_for: waitReasonOf(row, loadOf(row), now) }));
  }

  /** @throws DeliveryNotFound */
  async get(tenantId: string, id: string): Promise<DeliveryDetail> {
    const found = await findDelivery.first(this.database, { tenant: tenantId, id, now: this.clock.now() });
    if (!found) throw new DeliveryNotFound(id);
    const { requestId, log, ...row } = found;
    const [delivery] = await this.views(tenantId, [row]);
    return { ...delivery!, log: log.map(attempt => attemptOf(attempt, row.event_id, requestId)) };
  }

  /** The events about an object of the tenant, such as an order, oldest first, with their deliveries. */
  eventsAbout(tenantId: string, key: string): Promise<EventWithDeliveries[]> {
    return eventsOfSubject.run(this.database, { tenant: tenantId, key, now: this.clock.now() });
  }

  /** `eventsAbout` in the format of the portal. */
  async viewEventsAbout(tenantId: string, key: string): Promise<EventsView> {
    const events = await this.eventsAbout(tenantId, key);
    return { events: events.map(viewOf) };
  }
}

const attemptOf = ({ sent, ...attempt }: EndedAttempt, event: string, requestId: string | null): AttemptView => ({
  ...attempt,
  ...(sent && { headers: sentHeaders(event, requestId, sent) }),
});

/** The cursor after a delivery: its ID, or event and receiver while it is queued. */
const cursorOf = ({ id, event_id, receiver_id }: ListedDelivery): string => id ?? `${event_id}/${receiver_id}`;

function queuedPositionOf(cursor: string | undefined): QueuedPosition | undefined {
  const [event = '', receiver] = cursor?.split('/') ?? [];
  return receiver === undefined ? undefined : { event, receiver };
}

const viewOf = ({ id, type, occurredAt, deliveries }: EventWithDeliveries): EventView => ({
  id,
  type,
  summary: SUBSCRIBABLE.find(kind => kind.type === type)?.definition.summary ?? type,
  timestamp: occurredAt.toISOString(),
  deliveries: deliveries.map(({ id, receiver, url, state }) => ({ id, receiver_id: receiver, url, state })),
});
