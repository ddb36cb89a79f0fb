import { getSchemaPath, PickType } from '@nestjs/swagger';
import { CheckedBy, DateTime, Field, IntegerParameter, Property, Source, TextField } from '#platform/contract';
import { EVENT_TYPES, SUBSCRIBABLE } from '../events/catalogue.js';
import { problemOfCursor } from '../model/cursor.js';
import { LISTED_STATES, ListedDelivery, type ListedState } from './deliveries.js';

/** Cursor and waiting time of a poll. */
export class FollowRequest {
  /**
   * `next` from the previous response; default: only events from now on.
   * @example cur_m3xJYVvC0wq1kGg7h2sTnZQd9bLr4uEoXyA5iPfKtS8RjNcWvMzH6B
   */
  @Field({ optional: true, type: String, maxLength: 64 }, CheckedBy(problemOfCursor)) after?: string;

  /** Maximum time to wait for an event, in seconds; 0 returns at once (0–25, default 20). */
  @IntegerParameter({ min: 0, max: 25, default: 20 }) wait: number;
}

/** Several event types can share a model. */
const MODELS = [...new Set(SUBSCRIBABLE.map(({ definition }) => definition.model))];

const DATA_MODELS = MODELS.map(model => ({ $ref: getSchemaPath(model) }));

/** An event as it is sent to receivers, with its ID. */
export class FollowedEvent {
  /** Event ID, the same as the `webhook-id` of a webhook. @example evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  id: string;

  /** Event type. */
  @Property({ enum: EVENT_TYPES }) type: string;

  /** Time of the event. */
  @DateTime() timestamp: string;

  /** Data of the event. */
  @Property({
    type: Object,
    [DATA_MODELS.length > 1 ? 'anyOf' : 'allOf']: DATA_MODELS,
    example: SUBSCRIBABLE[0]!.definition.example,
  })
  data: object;
}

export class FollowedEvents {
  @Property({ type: [FollowedEvent], description: 'Up to 100 events, oldest first.', maxItems: 100 })
  events: FollowedEvent[];

  /** `after` of the next call. An opaque cursor. @example cur_m3xJYVvC0wq1kGg7h2sTnZQd9bLr4uEoXyA5iPfKtS8RjNcWvMzH6B */
  next: string;

  /** Origin of the result. */
  meta: Source;
}

/** The object that the listed events are about. */
export class EventsQuery {
  /** ID of the object, such as an order. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextField({ max: 255 }) about: string;
}

/** The delivery of an event to a receiver, in the portal. */
export class EventDeliveryView extends PickType(ListedDelivery, ['id', 'receiver_id']) {
  /** URL of the receiver. @example https://shop.example/hooks */
  url: string;

  /** State of the delivery; `queued` while the event waits for its first attempt. */
  @Property({ enum: LISTED_STATES }) state: ListedState;
}

/** A recorded event in the portal, with its deliveries. */
export class EventView {
  /** Event ID. @example evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  id: string;

  /** Event type. */
  @Property({ example: EVENT_TYPES[0] }) type: string;

  /** What happened, in a few words. */
  @Property({ example: SUBSCRIBABLE[0]!.definition.summary }) summary: string;

  /** Time of the event. */
  @DateTime() timestamp: string;

  /** Delivery of the event to each subscribed receiver. Deliveries are removed before their events. */
  deliveries: EventDeliveryView[];
}

export class EventsView {
  /** Events, oldest first. */
  events: EventView[];
}
