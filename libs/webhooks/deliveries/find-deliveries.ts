import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { readPage } from '#platform/http';
import type { DeliveriesPage, DeliveriesQuery, DeliveryDetail, DeliveryView } from '../contract.js';
import { DeliveryNotFound } from '../model/errors.js';
import { type DeliveryQuery, type DeliveryRow, findDelivery, listDeliveries } from '../storage/deliveries.js';

@Injectable()
export class FindDeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The deliveries of a tenant, newest first. */
  async of(tenantId: string, query: Partial<DeliveryQuery> & { limit: number }): Promise<DeliveryView[]> {
    const { receiver = null, state = null, before = null, limit } = query;
    const rows = await listDeliveries(this.database, tenantId, { receiver, state, before, limit }, this.clock.now());
    return rows.map(viewOf);
  }

  async page(tenantId: string, { limit, ...query }: DeliveriesQuery): Promise<DeliveriesPage> {
    const read = (count: number) => this.of(tenantId, { ...query, limit: count });
    const { rows, next } = await readPage(limit, read, ({ id }) => id);
    return { deliveries: rows, next };
  }

  /** @throws DeliveryNotFound */
  async one(tenantId: string, id: string): Promise<DeliveryDetail> {
    const found = await findDelivery(this.database, tenantId, id, this.clock.now());
    if (!found) throw new DeliveryNotFound(id);
    return { ...viewOf(found), body: found.body, log: found.log };
  }
}

const viewOf = (row: DeliveryRow): DeliveryView => ({
  id: row.id,
  receiver_id: row.receiverId,
  event_id: row.eventId,
  event_type: row.eventType,
  domain: row.domain,
  state: row.state,
  sending: row.sending,
  attempts: row.attempts,
  last_status: row.lastStatus,
  last_reason: row.lastReason,
  created_at: row.createdAt.toISOString(),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
  next_attempt_at: row.state === 'pending' && !row.sending ? (row.dueAt?.toISOString() ?? null) : null,
});
