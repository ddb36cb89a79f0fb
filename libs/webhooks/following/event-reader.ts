import { Inject, Injectable } from '@nestjs/common';
import { Database, Gathered, Metrics, type Settings, SETTINGS } from '#platform';
import type { FollowedEvents } from '../contract.js';
import { CursorOfAnotherDatabase, cursorOf, type Place } from '../model/cursor.js';
import { type EventsRead, type FollowedPage, MAX_READS, presentPlace, readEvents } from '../storage/following.js';
import { responseOf } from './response.js';

/** Connections that may read events at the same time; the rest of the pool is left to other requests. */
const CONCURRENT_QUERIES = 2;

/** The events after a place. All requests that share a read get the same object. */
export interface EventPage {
  response: FollowedEvents;
  next: Place;
  /** More events are stored and become readable when earlier transactions end. */
  isPending: boolean;
}

/**
 * Reads the events after a place. Requests for the same tenant and place share one read, and several reads share one
 * query. A query always starts after the requests that it serves, so a request that was notified of an event sees it.
 */
@Injectable()
export class EventReader {
  private readonly queries;
  /** Reads whose query has not started yet. */
  private readonly upcoming = new Map<string, Promise<EventPage | undefined>>();
  private readonly reads = new Gathered((reads: EventsRead[]) => this.run(reads), MAX_READS, CONCURRENT_QUERIES);
  private readonly presents = new Gathered((requests: void[]) => this.runPresent(requests), Infinity);

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.queries = metrics.counter('nameyard_events_queries_total', 'Queries for the events that requests ask for.');
  }

  /** @throws CursorOfAnotherDatabase */
  async read(tenantId: string, place: Place): Promise<EventPage> {
    const read = { tenantId, place };
    const name = nameOf(read);
    const shared = this.upcoming.get(name) ?? this.reads.add(read);
    this.upcoming.set(name, shared);
    const page = await shared;
    if (!page) throw new CursorOfAnotherDatabase();
    return page;
  }

  /** An empty page that ends at the present place, for a request without a cursor. */
  readPresent(): Promise<EventPage> {
    return this.presents.add();
  }

  private async run(reads: EventsRead[]): Promise<(EventPage | undefined)[]> {
    for (const read of reads) this.upcoming.delete(nameOf(read));
    this.queries.inc();
    const pages = await readEvents(this.database, reads);
    return pages.map(page => page && this.view(page));
  }

  private async runPresent(requests: void[]): Promise<EventPage[]> {
    this.queries.inc();
    const page = this.view({ events: [], next: await presentPlace(this.database), isPending: false });
    return requests.map(() => page);
  }

  private view({ events, next, isPending }: FollowedPage): EventPage {
    return { response: responseOf(events, next, this.settings.source), next, isPending };
  }
}

const nameOf = ({ tenantId, place }: EventsRead): string => `${tenantId} ${cursorOf(place)}`;
