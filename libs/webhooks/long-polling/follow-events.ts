import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Caller } from '#identity/access';
import { Batcher } from '#platform/database';
import type { LogPosition } from '#platform/events/sql';
import { type LongPollRequest } from '#platform/http';
import type { FollowedEvents, FollowRequest } from '../contract.js';
import { Cursors } from './cursors.js';
import { type EventPage, EventReader } from './event-reader.js';
import { EventSubscriptions } from './event-subscriptions.js';

/** Maximum number of waiting requests that are answered in one turn of the event loop. */
const RESPONSES_PER_TURN = 25;

/** Events become readable milliseconds after they are stored, unless a transaction takes long to end. */
const FIRST_RETRY_MS = 20;
const MAX_RETRY_MS = 500;

/**
 * Returns a tenant's events after a cursor as soon as there are some. The response is empty when the time is up, the
 * client disconnects, or the process shuts down.
 * @throws ValidationFailed, TooManyWaiting, and the refusals of a key that was revoked in the meantime
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
    const { tenant, keyId } = caller;
    if (after === undefined) return (await this.reader.read(tenant.id)).response;
    const position = this.cursors.decode(tenant.id, after);
    if (wait === 0) return (await this.reader.read(tenant.id, position)).response;
    return this.subscriptions.count(keyId, async () => {
      const ended = sleep(wait * 1_000, false, { signal: poll.disconnected }).catch(() => false);
      const { response } = await this.waitForEvents(tenant.id, position, ended);
      await this.turns.add();
      await poll.reauthorize();
      return response;
    });
  }

  private async waitForEvents(tenantId: string, position: LogPosition, ended: Promise<boolean>): Promise<EventPage> {
    for (let retryMs = FIRST_RETRY_MS; ;) {
      const notified = this.subscriptions.next(tenantId); // before the read, so that no event is missed
      const page = await this.reader.read(tenantId, position);
      if (page.response.events.length > 0) return page;
      if (page.isPending) {
        this.subscriptions.notifyLater(tenantId, retryMs);
        retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
      }
      if (!(await Promise.race([notified, ended]))) return page;
      // After an empty read, this is the present log position, so all waiters of a tenant soon share their reads.
      position = page.next;
    }
  }
}
