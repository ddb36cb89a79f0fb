import { Injectable } from '@nestjs/common';
import { Database, jsonTime, Statement } from '#platform/database';
import { environmentOf } from '#platform/events/sql';
import { ClockRepository } from '#tenancy';
import { type ComingEvent, comingEvents } from './record-due.js';

const MAX_PAST = 10;
const MAX_COMING = 20;

/** An event that has occurred. */
export interface PastEvent {
  at: string;
  type: string;
  domain: string;
  event_id: string;
}

/** The latest events about domains of the sandbox, newest first. Live events do not depend on the clock of the tenant. */
const pastEvents = new Statement<PastEvent, { tenant: string; limit: number }>(
  'registry.past-events',
  `SELECT * FROM (
     SELECT ${jsonTime('occurred_at')} AS at, type, body::json->'data'->>'domain' AS domain, id AS event_id
     FROM platform.events
     WHERE tenant_id = :tenant AND type LIKE 'domain.%' AND ${environmentOf('events')} = 'sandbox'
     ORDER BY epoch DESC, transaction_id DESC, events.position DESC LIMIT :limit
   ) latest WHERE domain IS NOT NULL`,
);

/** Past and coming events of the domains of a tenant, by its clock. */
@Injectable()
export class Timeline {
  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
  ) {}

  /** The latest events and the next ones, both in order of time. */
  async read(tenantId: string): Promise<{ past: PastEvent[]; coming: ComingEvent[] }> {
    const { cursorTime, cursorDomain } = await this.clocks.get(tenantId);
    const cursor = { tenant: tenantId, after: cursorTime, after_domain: cursorDomain };
    const past = await pastEvents.run(this.database, { tenant: tenantId, limit: MAX_PAST });
    const coming = await comingEvents.run(this.database, { ...cursor, limit: MAX_COMING });
    return { past: past.toReversed(), coming };
  }
}
