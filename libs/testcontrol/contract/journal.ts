import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import {
  CursorOrTimeParameter,
  DateTimeField,
  EnumField,
  EnumParameter,
  Field,
  CheckedBy,
  IntegerField,
  NextCursor,
  NullableInteger,
  NullableText,
  ObjectField,
  PageLimit,
  TextField,
  TextParameter,
} from '#platform/contract';
import { DELIVERY_STATES, type DeliveryState, EVENT_TYPES } from '#webhooks/contract';
import { type OperationName, OPERATIONS } from '../model/fault-rule.js';
import { MAX_COUNT, problemOfTimes } from '../model/times.js';
import { DurationField } from './duration-field.js';

const CURSOR = 'jrn_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI';

/** Filters of the journal; a request must match all of them. */
export class JournalQuery {
  @EnumParameter({ of: OPERATIONS, description: 'Only this operation.', example: 'order' })
  operation?: OperationName;

  @TextParameter({ description: 'Only requests about this domain.', example: 'my-shop.com' })
  domain?: string;

  @TextParameter({
    description: 'Only requests about this order.',
    example: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  order_id?: string;

  @TextParameter({
    description: 'Only responses with this status or status class; not lost ones, which have the code `ANSWER_LOST`.',
    example: '4xx',
    pattern: /^([1-5]\d\d|[2-5]xx)$/,
    message: 'must be a status such as 404, or 2xx, 3xx, 4xx or 5xx',
  })
  status?: string;

  @TextParameter({ description: 'Only responses with this error code.', example: 'DOMAIN_TAKEN' })
  code?: string;

  @EnumParameter({
    of: ['true', 'false'],
    description: 'Only requests that a fault changed (`true`), or only others (`false`).',
    example: 'true',
  })
  faulted?: 'true' | 'false';

  @CursorOrTimeParameter({
    description: '`next` from the previous page, or a date and time: only requests that were answered later.',
    example: CURSOR,
  })
  after?: string;

  @PageLimit('requests')
  limit: number;
}

/** A request to the sandbox. */
export class JournalRequest {
  @ApiProperty({ format: 'date-time', description: 'Real time of the response.' })
  at: string;

  @ApiProperty({ description: '`X-Request-Id` of the response.', example: 'req_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  request_id: string;

  @ApiProperty({
    type: String,
    enum: [...OPERATIONS, null],
    nullable: true,
    description: 'Operation; null for requests that only read.',
    example: 'search',
  })
  operation: OperationName | null;

  @ApiProperty({ description: 'HTTP method.', example: 'POST' })
  method: string;

  @ApiProperty({ description: 'Path of the route.', example: '/api/v1/sandbox/domains/search' })
  path: string;

  @NullableInteger('HTTP status; null if a fault closed the connection before the response.', 200)
  status: number | null;

  @NullableText('Error code; null on success. `ANSWER_LOST` if there was no response.', null)
  code: string | null;

  @NullableText('Domain of the request, if any.', 'my-shop.com')
  domain: string | null;

  @NullableText('Order of the request, if any.', null)
  order_id: string | null;

  @ApiProperty({ description: 'Duration in milliseconds.', example: 3.2 })
  duration_ms: number;

  @NullableText('Fault that changed the response: `header`, or the ID of a rule; null for others.', null)
  faulted: string | null;
}

export class JournalPage {
  @ApiProperty({ type: [JournalRequest], description: 'Requests, oldest first.' })
  requests: JournalRequest[];

  @NextCursor(CURSOR, 'after')
  next: string | null;
}

const WHOLE_DOMAIN = 'Domain; patterns are not supported.';

/** The requests that a verification counts. */
export class ExpectedRequest {
  @EnumField({ optional: true, of: OPERATIONS, description: 'Operation.', example: 'order' })
  operation?: OperationName;

  @TextField({ optional: true, max: 255, description: WHOLE_DOMAIN, example: 'my-shop.com' })
  domain?: string;

  @IntegerField({
    optional: true,
    min: 100,
    max: 599,
    description: 'HTTP status. Lost responses have none; their code is `ANSWER_LOST`.',
    example: 201,
  })
  status?: number;

  @TextField({ optional: true, max: 255, description: 'Error code.', example: 'DOMAIN_TAKEN' })
  code?: string;
}

/** The webhook deliveries that a verification counts. */
export class ExpectedDelivery {
  @EnumField({ optional: true, of: EVENT_TYPES, description: 'Event type.', example: 'domain.registered' })
  event?: string;

  @TextField({ optional: true, max: 255, description: WHOLE_DOMAIN, example: 'my-shop.com' })
  domain?: string;

  @TextField({
    optional: true,
    max: 255,
    description: 'Receiver (ID).',
    example: 'rcv_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  receiver?: string;

  @EnumField({ optional: true, of: DELIVERY_STATES, description: 'State of the delivery.', example: 'delivered' })
  state?: DeliveryState;
}

const COUNT = { type: 'integer', minimum: 0, maximum: MAX_COUNT };
const OPTIONAL_COUNT = { ...COUNT, type: ['integer', 'null'] };

const TIMES = {
  anyOf: [
    COUNT,
    { type: 'object', properties: { min: OPTIONAL_COUNT, max: OPTIONAL_COUNT }, additionalProperties: false },
  ],
  description:
    'Expected number: exactly `n`, or `{"min": 1, "max": 3}`. `min` is 1 by default, and 0 if `max` is 0. Without `max`, there is no maximum.',
  example: 1,
};

export class VerifyRequest {
  @ObjectField(ExpectedRequest, {
    optional: true,
    description: 'Counts the requests that match all of these fields. Send either `request` or `delivery`.',
    example: { operation: 'order', domain: 'my-shop.com', status: 201 },
  })
  request?: ExpectedRequest;

  @ObjectField(ExpectedDelivery, {
    optional: true,
    description:
      'Counts the webhook deliveries that match all of these fields. A delivery exists from the outcome of its first attempt on.',
    example: null,
  })
  delivery?: ExpectedDelivery;

  @Field({ optional: true, ...(TIMES as object) }, CheckedBy(problemOfTimes))
  times?: number | { min?: number | null; max?: number | null };

  @DateTimeField({
    optional: true,
    description:
      'Counts only what is later than this real time (default: the last reset of the tenant, at most 24 hours ago).',
    example: '2027-01-01T00:00:00Z',
  })
  after?: string;

  @DurationField({
    optional: true,
    description: 'Maximum time to wait until the number is reached, at most `PT30S` (default `PT0S`).',
    example: 'PT5S',
  })
  within?: string;
}

/** A webhook delivery. */
export class JournalDelivery {
  @ApiProperty({ format: 'date-time', description: 'Real time at which the delivery was recorded.' })
  at: string;

  @ApiProperty({ description: 'Delivery ID.', example: 'dlv_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  delivery_id: string;

  @ApiProperty({ description: 'Event ID.', example: 'evt_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  event_id: string;

  @ApiProperty({ description: 'Event type.', example: 'domain.registered' })
  event: string;

  @NullableText('Domain of the event, if any.', 'my-shop.com')
  domain: string | null;

  @ApiProperty({ description: 'Receiver (ID).', example: 'rcv_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  receiver: string;

  @ApiProperty({ enum: DELIVERY_STATES, description: 'State of the delivery.', example: 'delivered' })
  state: DeliveryState;

  @ApiProperty({ type: 'integer', description: 'Number of attempts.', example: 1 })
  attempts: number;
}

const ENTRY = { anyOf: [{ $ref: getSchemaPath(JournalRequest) }, { $ref: getSchemaPath(JournalDelivery) }] };

@ApiExtraModels(JournalRequest, JournalDelivery)
export class Verified {
  @ApiProperty({ description: 'Whether the number is as expected.', example: true })
  satisfied: boolean;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: MAX_COUNT,
    description: `Number of matches, counted up to ${MAX_COUNT}.`,
    example: 1,
  })
  count: number;

  @ApiProperty({ type: 'array', items: ENTRY, description: 'The first 10 matches, oldest first.' })
  matches: (JournalRequest | JournalDelivery)[];

  @ApiProperty({
    type: 'array',
    items: ENTRY,
    example: [],
    description: 'If there are too few matches: up to 3 others that match most of the fields, newest first.',
  })
  nearest: (JournalRequest | JournalDelivery)[];
}
