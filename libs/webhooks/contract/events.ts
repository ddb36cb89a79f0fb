import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Field, IntegerParameter, Source } from '#platform/contract';
import { EVENT_TYPES, SUBSCRIBABLE } from '../events/catalogue.js';
import { problemOfCursor } from '../model/cursor.js';

/** Cursor and waiting time of a poll. */
export class FollowRequest {
  @Field({
    optional: true,
    problem: problemOfCursor,
    schema: {
      type: String,
      description: '`next` from the previous response; default: only events from now on.',
      example: 'cur_m3xJYVvC0wq1kGg7h2sTnZQd9bLr4uEoXyA5iPfKtS8RjNcWvMzH6B',
      maxLength: 64,
    },
  })
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
    [DATA_MODELS.length > 1 ? 'oneOf' : 'allOf']: DATA_MODELS,
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
