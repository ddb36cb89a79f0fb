import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { eventsOfSubject, type EventWithDeliveries } from '../storage/events-of-subject.js';

@Injectable()
export class FindEvents {
  constructor(private readonly database: Database) {}

  /** The events about an object of the tenant, such as an order, oldest first, with their deliveries. */
  about(tenantId: string, key: string): Promise<EventWithDeliveries[]> {
    return eventsOfSubject.run(this.database, { tenant: tenantId, key });
  }
}
