import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Field, IntegerParameter, NullableText, CheckedBy, Source, TextField } from '#platform/contract';
import { EVENT_TYPES, SUBSCRIBABLE } from '../events/catalogue.js';
import { problemOfCursor } from '../model/cursor.js';

/** Cursor and waiting time of a poll. */
export class FollowRequest {
  @Field(
    {
      optional: true,
      type: String,
      description: '`next` from the previous response; default: only events from now on.',
      example: 'cur_m3xJYVvC0wq1kGg7h2sTnZQd9bLr4uEoXyA5iPfKtS8RjNcWvMzH6B',
      maxLength: 64,
    },
    CheckedBy(problemOfCursor),
  )
  after?: string;

  @IntegerParameter({
    min: 0,
    max: 25,
    default: 20,
    description: 'Maximum time to wait for an event, in seconds; 0 returns at once (0–25, default 20).',
  })
  wait: number;
}

const DATA_MODELS = SUBSCRIBABLE.map(({ definition }) => ({ $ref: getSchemaPath(definition.model) }));

/** An event as it is sent to receivers, with its ID. */
export class FollowedEvent {
  @ApiProperty({
    description: 'Event ID, the same as the `webhook-id` of a webhook.',
    example: 'evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  })
  id: string;

  @ApiProperty({ enum: EVENT_TYPES, description: 'Event type.' })
  type: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the event.' })
  timestamp: string;

  @ApiProperty({
    type: Object,
    // Not oneOf: the data of some kinds has all members of others.
    [DATA_MODELS.length > 1 ? 'anyOf' : 'allOf']: DATA_MODELS,
    description: 'Data of the event.',
    example: SUBSCRIBABLE[0]!.definition.example,
  })
  data: object;
}

export class FollowedEvents {
  @ApiProperty({ type: [FollowedEvent], description: 'Up to 100 events, oldest first.', maxItems: 100 })
  events: FollowedEvent[];

  @ApiProperty({
    description: '`after` of the next call. An opaque cursor.',
    example: 'cur_m3xJYVvC0wq1kGg7h2sTnZQd9bLr4uEoXyA5iPfKtS8RjNcWvMzH6B',
  })
  next: string;

  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}

/** The object that the listed events are about. */
export class EventsQuery {
  @TextField({
    max: 255,
    description: 'ID of the object, such as an order.',
    example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  about: string;
}

const STATES = ['queued', 'pending', 'delivered', 'failed', 'skipped'] as const;

/** The delivery of an event to a receiver, in the portal. */
export class EventDeliveryView {
  @NullableText('Delivery ID; null before the end of the first attempt.', 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  id: string | null;

  @ApiProperty({ description: 'Receiver of the delivery.', example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  receiver_id: string;

  @ApiProperty({ description: 'URL of the receiver.', example: 'https://shop.example/hooks' })
  url: string;

  @ApiProperty({
    enum: STATES,
    description: 'State of the delivery; `queued` before the end of the first attempt.',
  })
  state: (typeof STATES)[number];
}

/** A recorded event in the portal, with its deliveries. */
export class EventView {
  @ApiProperty({ description: 'Event ID.', example: 'evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'Event type.', example: EVENT_TYPES[0] })
  type: string;

  @ApiProperty({ description: 'What happened, in a few words.', example: SUBSCRIBABLE[0]!.definition.summary })
  summary: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the event.' })
  timestamp: string;

  @ApiProperty({
    type: [EventDeliveryView],
    description: 'Delivery of the event to each subscribed receiver. Deliveries are removed before their events.',
  })
  deliveries: EventDeliveryView[];
}

export class EventsView {
  @ApiProperty({ type: [EventView], description: 'Events, oldest first.' })
  events: EventView[];
}
