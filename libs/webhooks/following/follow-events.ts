import { Inject, Injectable } from '@nestjs/common';
import { Database, type HeldRequest, type Settings, SETTINGS } from '#platform';
import type { FollowedEvents, FollowRequest, RegisteredEvent } from '../contract.js';
import type { Place } from '../model/cursor.js';
import { eventsAfter, type FollowedPage, presentPlace } from '../storage/following.js';
import { Arrivals, type Watch } from './arrivals.js';
import { Cursors } from './cursors.js';

/** The last net, should nobody have told that something happened. */
const LOOK_MS = 5_000;

/** What is recorded is settled in a moment, unless some transaction takes its time. */
const FIRST_LOOK_MS = 10;
const SLOWEST_LOOK_MS = 500;

/**
 * Returns a tenant's events after a cursor, at once or as soon as there are some; no events when the wait is over, the
 * client disconnects or the process shuts down. Between two polls a request holds no database connection.
 * @throws UnknownCursor · CursorOfAnotherDatabase · whatever a key that is no longer valid is refused with
 */
@Injectable()
export class FollowEvents {
  constructor(
    private readonly database: Database,
    private readonly arrivals: Arrivals,
    private readonly cursors: Cursors,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(tenantId: string, { after, wait }: FollowRequest, held: HeldRequest): Promise<FollowedEvents> {
    if (after === undefined) return this.view(tenantId, [], await presentPlace(this.database));
    const place = this.cursors.decode(tenantId, after);
    const { events, next } = await this.arrivals.watching(tenantId, held.gone, watch =>
      this.await(tenantId, place, performance.now() + wait * 1_000, watch),
    );
    await held.admitAgain();
    return this.view(tenantId, events, next);
  }

  private async await(tenantId: string, place: Place, deadline: number, watch: Watch): Promise<FollowedPage> {
    const leftMs = () => deadline - performance.now();
    let page = await eventsAfter(this.database, tenantId, place);
    for (let lookMs = FIRST_LOOK_MS; page.events.length === 0 && !watch.over && leftMs() > 0;) {
      lookMs = page.pending ? Math.min(2 * lookMs, SLOWEST_LOOK_MS) : FIRST_LOOK_MS;
      await watch.pause(Math.min(leftMs(), page.pending ? lookMs : LOOK_MS));
      if (!watch.over) page = await eventsAfter(this.database, tenantId, place);
    }
    return page;
  }

  private view(tenantId: string, events: FollowedPage['events'], next: Place): FollowedEvents {
    return {
      events: events.map(({ id, body }) => ({ id, ...(JSON.parse(body) as Omit<RegisteredEvent, 'id'>) })),
      next: this.cursors.encode(tenantId, next),
      meta: { source: this.settings.source },
    };
  }
}
