import { Inject, Injectable } from '@nestjs/common';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Batcher, Database } from '#platform/database';
import type { LogPosition } from '#platform/events/sql';
import { Metrics } from '#platform/http';
import type { FollowedEvent, FollowedEvents } from '../contract.js';
import { cursorOfAnotherDatabase } from '../model/cursor.js';
import { Cursors } from './cursors.js';
import { type EventsRead, type FollowedPage, MAX_READS, readEvents } from '../storage/following.js';

/** Connections that may read events at the same time; the rest of the pool is left to other requests. */
const CONCURRENT_QUERIES = 2;

/** The events after a log position. All requests that share a read get the same object. */
export type EventPage = Omit<FollowedPage, 'events'> & { response: FollowedEvents };

/**
 * Reads the events after a log position. Requests for the same tenant and position share one read, and several reads share
 * one query. A query always starts after the requests that it serves, so a request that was notified of an event sees it.
 */
@Injectable()
export class EventReader {
  private readonly queries;
  /** Reads whose query has not started yet. */
  private readonly upcoming = new Map<string, Promise<EventPage | undefined>>();
  private readonly reads = new Batcher((reads: EventsRead[]) => this.run(reads), {
    maxSize: MAX_READS,
    concurrency: CONCURRENT_QUERIES,
    statement: 'webhooks.follow',
  });

  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.queries = metrics.counter('nameyard_events_queries_total', 'Queries for the events that requests ask for.');
  }

  /**
   * Without `after`, the page is empty and ends at the present log position.
   * @throws ValidationFailed if the position is of another database
   */
  async read(tenantId: string, after?: LogPosition): Promise<EventPage> {
    const read = { tenantId, after };
    const name = nameOf(read);
    const shared = this.upcoming.get(name) ?? this.reads.add(read);
    this.upcoming.set(name, shared);
    const page = await shared;
    if (!page) throw cursorOfAnotherDatabase();
    return page;
  }

  private async run(reads: EventsRead[]): Promise<(EventPage | undefined)[]> {
    for (const read of reads) this.upcoming.delete(nameOf(read));
    this.queries.inc();
    const pages = await readEvents(this.database, reads);
    return pages.map((page, index) => page && this.view(reads[index]!.tenantId, page));
  }

  private view(tenantId: string, { events, next, isPending }: FollowedPage): EventPage {
    const response = {
      events: events.map(({ id, body }) => ({ id, ...(JSON.parse(body) as Omit<FollowedEvent, 'id'>) })),
      next: this.cursors.encode(tenantId, next),
      meta: { source: this.settings.source },
    };
    return { response, next, isPending };
  }
}

const nameOf = ({ tenantId, after }: EventsRead): string =>
  after ? `${tenantId} ${after.epoch}.${after.transaction}.${after.position}` : tenantId;
