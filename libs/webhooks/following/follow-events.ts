import { Inject, Injectable } from '@nestjs/common';
import { Database, type LongPollRequest, type Settings, SETTINGS } from '#platform';
import type { FollowedEvents, FollowRequest, RegisteredEvent } from '../contract.js';
import { cursorOf, type Place, placeOf } from '../model/cursor.js';
import { eventsAfter, type FollowedPage, presentPlace } from '../storage/following.js';
import { Arrivals, type Watch } from './arrivals.js';

/** The last net, should nobody have told that something happened. */
const LOOK_MS = 5_000;

/** What is recorded is settled in a moment, unless some transaction takes its time. */
const FIRST_LOOK_MS = 10;
const SLOWEST_LOOK_MS = 500;

/**
 * A tenant's events after a cursor, at once or as soon as there are some; an empty answer when the time is up, the
 * client leaves or the process stops. Between two looks a request holds no connection.
 * @throws CursorOfAnotherDatabase · whatever a key that is no longer good is refused with
 */
@Injectable()
export class FollowEvents {
  constructor(
    private readonly database: Database,
    private readonly arrivals: Arrivals,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(tenantId: string, { after, wait }: FollowRequest, poll: LongPollRequest): Promise<FollowedEvents> {
    const place = placeOf(after);
    if (!place) return this.view([], await presentPlace(this.database));
    const { events, next } = await this.arrivals.watching(tenantId, poll.disconnected, watch =>
      this.await(tenantId, place, performance.now() + wait * 1_000, watch),
    );
    await poll.reauthorize();
    return this.view(events, next);
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

  private view(events: FollowedPage['events'], next: Place): FollowedEvents {
    return {
      events: events.map(({ id, body }) => ({ id, ...(JSON.parse(body) as Omit<RegisteredEvent, 'id'>) })),
      next: cursorOf(next),
      meta: { source: this.settings.source },
    };
  }
}
