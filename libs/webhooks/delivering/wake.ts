import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '#platform/clock';
import type { Event } from '#platform/contract';
import { notification, NOTIFY_EACH } from '#platform/database';
import { OnEvent } from '#platform/events';
import { SUBSCRIBABLE } from '../events/catalogue.js';
import { markReceiversWithNewEvents, WAKE } from '../storage/cursors.js';
import { NEW_EVENTS } from '../topics.js';

/** Marks the receivers that have new events, and notifies followers and workers. */
@Injectable()
export class Wake {
  constructor(private readonly clock: Clock) {}

  @OnEvent(SUBSCRIBABLE, { consumer: WAKE })
  async execute(events: Event[], tx: PoolClient): Promise<void> {
    const newEvents = new Map(events.map(({ tenantId, type }) => [`${tenantId} ${type}`, { tenantId, type }]));
    await markReceiversWithNewEvents(tx, [...newEvents.values()], this.clock.now());
    const tenants = [...new Set(events.map(({ tenantId }) => tenantId))];
    await tx.query(NOTIFY_EACH, [tenants.map(tenant => notification(NEW_EVENTS, tenant)[0])]);
  }
}
