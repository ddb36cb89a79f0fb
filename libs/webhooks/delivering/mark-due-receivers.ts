import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '#platform/process/clock';
import type { Event } from '#platform/contract';
import { notification, NOTIFY_EACH } from '#platform/database';
import { OnEvent } from '#platform/events';
import { SUBSCRIBABLE } from '../events/catalogue.js';
import { markSubscribers, WAKE } from '../storage/due.js';
import { NEW_EVENTS } from '../topics.js';

/** Marks the receivers that have new events, and notifies followers and workers. */
@Injectable()
export class MarkDueReceivers {
  constructor(private readonly clock: Clock) {}

  @OnEvent(SUBSCRIBABLE, { consumer: WAKE })
  async execute(events: Event[], tx: EntityManager): Promise<void> {
    // Thousands of events can be of one tenant and type.
    const distinct = [...new Map(events.map(event => [`${event.tenantId} ${event.type}`, event])).values()];
    const tenants = distinct.map(({ tenantId }) => tenantId);
    await markSubscribers.run(tx, { tenants, types: distinct.map(({ type }) => type), now: this.clock.now() });
    await tx.query(NOTIFY_EACH, [[...new Set(tenants)].map(tenant => notification(NEW_EVENTS, tenant)[0])]);
  }
}
