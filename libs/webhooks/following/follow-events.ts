import { Injectable } from '@nestjs/common';
import { type Caller } from '#access';
import { Batcher } from '#platform/database';
import { type LongPollRequest } from '#platform/http';
import type { FollowedEvents, FollowRequest } from '../contract.js';
import { Cursors } from './cursors.js';
import { EventReader } from './event-reader.js';
import { EventSubscriptions } from './event-subscriptions.js';

/** Maximum number of waiting requests that are answered in one turn of the event loop. */
const RESPONSES_PER_TURN = 25;

/**
 * Returns a tenant's events after a cursor as soon as there are some. The response is empty when the time is up, the
 * client disconnects, or the process shuts down.
 * @throws UnknownCursor, TooManyWaiting, CursorOfAnotherDatabase, and the refusals of a key that was revoked in the meantime
 */
@Injectable()
export class FollowEvents {
  /** One event can answer hundreds of requests; other requests are served between two batches of responses. */
  private readonly turns = new Batcher(async (turns: void[]) => turns, { maxSize: RESPONSES_PER_TURN });

  constructor(
    private readonly subscriptions: EventSubscriptions,
    private readonly reader: EventReader,
    private readonly cursors: Cursors,
  ) {}

  async execute(caller: Caller, { after, wait }: FollowRequest, poll: LongPollRequest): Promise<FollowedEvents> {
    if (after === undefined) return this.reader.readPresent(caller.tenant.id);
    const place = this.cursors.decode(caller.tenant.id, after);
    if (wait === 0) return (await this.reader.read(caller.tenant.id, place)).response;
    return this.subscriptions.subscribe(caller, poll.disconnected, async (waiter, waiters) => {
      const deadline = performance.now() + wait * 1_000;
      let page = await this.reader.read(caller.tenant.id, place);
      while (page.response.events.length === 0 && performance.now() < deadline) {
        if (page.isPending) waiters.notifyLater();
        const isNotified = await waiter.wait(deadline - performance.now());
        if (!isNotified) break;
        // The present place after an empty read: all waiters of a tenant soon read from the same one.
        page = await this.reader.read(caller.tenant.id, page.next);
      }
      await this.turns.add();
      await poll.reauthorize();
      return page.response;
    });
  }
}
