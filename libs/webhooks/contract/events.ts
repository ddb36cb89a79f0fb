import { ApiProperty } from '@nestjs/swagger';
import { Field, IntegerParameter, Source } from '#platform/contract';
import { problemOfCursor } from '../model/cursor.js';

export class AmountView {
  @ApiProperty({ description: 'Currency (ISO 4217).', example: 'USD' })
  currency: string;

  @ApiProperty({ description: 'Amount paid, with at most two decimals.', example: 24.98 })
  total: number;
}

export class OwnerView {
  @ApiProperty({ format: 'email', description: 'Email address of the registrant.', example: 'ada@example.com' })
  email: string;
}

export class RegisteredDomain {
  @ApiProperty({ description: 'Order that registered the domain.', example: 'ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  order_id: string;

  @ApiProperty({ description: 'Registered domain.', example: 'example.com' })
  domain: string;

  @ApiProperty({ description: 'TLD of the domain, without a leading dot.', example: 'com' })
  tld: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 10, description: 'Registered years.', example: 2 })
  years: number;

  @ApiProperty({ enum: ['registered'], description: 'Status of the domain.' })
  status: 'registered';

  @ApiProperty({ format: 'date-time', description: 'Time of the registration.' })
  registered_at: string;

  @ApiProperty({ format: 'date-time', description: 'End of the registration.', example: '2027-11-21T07:00:00.000Z' })
  expires_at: string;

  @ApiProperty({ type: AmountView, description: 'Amount paid.' })
  amount: AmountView;

  @ApiProperty({ type: OwnerView, description: 'Registrant of the domain.' })
  owner: OwnerView;

  @ApiProperty({ description: 'Slug of the tenant.', example: 'demo' })
  tenant: string;
}

/** The body of `domain.registered`. */
export class DomainRegisteredMessage {
  @ApiProperty({ enum: ['domain.registered'], description: 'Event type.' })
  type: 'domain.registered';

  @ApiProperty({ format: 'date-time', description: 'Time of the event.' })
  timestamp: string;

  @ApiProperty({ type: RegisteredDomain, description: 'The registration.' })
  data: RegisteredDomain;
}

export class TestFacts {
  @ApiProperty({ description: 'Receiver of the test event.', example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  receiver_id: string;

  @ApiProperty({ description: 'Text for people.', example: 'This is a test; nothing was registered.' })
  message: string;

  @ApiProperty({ description: 'Slug of the tenant.', example: 'demo' })
  tenant: string;
}

/** The body of `webhook.test`. */
export class TestMessage {
  @ApiProperty({ enum: ['webhook.test'], description: 'Event type.' })
  type: 'webhook.test';

  @ApiProperty({ format: 'date-time', description: 'Time of the event.' })
  timestamp: string;

  @ApiProperty({ type: TestFacts, description: 'The test.' })
  data: TestFacts;
}

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

export class RegisteredEvent extends DomainRegisteredMessage {
  @ApiProperty({
    description: 'Event ID, the same as the `webhook-id` of a webhook.',
    example: 'evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  })
  id: string;
}

export class FollowedEvents {
  @ApiProperty({ type: [RegisteredEvent], description: 'Up to 100 events, oldest first.', maxItems: 100 })
  events: RegisteredEvent[];

  @ApiProperty({
    description: '`after` of the next call. An opaque cursor.',
    example: 'cur_m3xJYVvC0wq1kGg7h2sTnZQd9bLr4uEoXyA5iPfKtS8RjNcWvMzH6B',
  })
  next: string;

  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}
