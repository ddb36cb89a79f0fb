import { ApiProperty } from '@nestjs/swagger';
import { Field, QueryWhole, Source } from '#platform/contract';
import { problemOfCursor } from './model/cursor.js';

export class AmountView {
  @ApiProperty({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @ApiProperty({ description: 'What was paid, with at most two decimals.', example: 24.98 })
  total: number;
}

export class OwnerView {
  @ApiProperty({ format: 'email', example: 'ada@example.com' })
  email: string;
}

export class RegisteredDomain {
  @ApiProperty({ example: 'ord_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  order_id: string;

  @ApiProperty({ example: 'example.com' })
  domain: string;

  @ApiProperty({ description: 'Without a dot before it.', example: 'com' })
  tld: string;

  @ApiProperty({ minimum: 1, maximum: 10, example: 2 })
  years: number;

  @ApiProperty({ enum: ['registered'] })
  status: 'registered';

  @ApiProperty({ format: 'date-time' })
  registered_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty({ type: AmountView })
  amount: AmountView;

  @ApiProperty({ type: OwnerView })
  owner: OwnerView;

  @ApiProperty({ description: "The tenant's slug.", example: 'demo' })
  tenant: string;
}

/** The body of `domain.registered`. */
export class DomainRegisteredMessage {
  @ApiProperty({ enum: ['domain.registered'] })
  type: 'domain.registered';

  @ApiProperty({ format: 'date-time', description: 'When it happened.' })
  timestamp: string;

  @ApiProperty({ type: RegisteredDomain })
  data: RegisteredDomain;
}

export class TestFacts {
  @ApiProperty({ example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  receiver_id: string;

  @ApiProperty({ example: 'This is a test; nothing was registered.' })
  message: string;

  @ApiProperty({ description: "The tenant's slug.", example: 'demo' })
  tenant: string;
}

/** The body of a test send. */
export class TestMessage {
  @ApiProperty({ enum: ['webhook.test'] })
  type: 'webhook.test';

  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  @ApiProperty({ type: TestFacts })
  data: TestFacts;
}

/** What follows events, and for how long it waits for one. */
export class FollowRequest {
  @Field({
    optional: true,
    problem: problemOfCursor,
    schema: { type: String, description: 'The `next` of the answer before; without it, from now.', maxLength: 64 },
  })
  after?: string;

  @QueryWhole({
    min: 0,
    max: 25,
    usual: 20,
    description: 'For so many seconds the call is held while there is nothing.',
  })
  wait: number;
}

export class RegisteredEvent extends DomainRegisteredMessage {
  @ApiProperty({
    description: 'What a webhook has as its `webhook-id`.',
    example: 'evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  })
  id: string;
}

export class FollowedEvents {
  @ApiProperty({ type: [RegisteredEvent], description: 'At most 100, the oldest first.', maxItems: 100 })
  events: RegisteredEvent[];

  @ApiProperty({ description: 'The `after` of the next call. Opaque.', example: 'NzQxLjA' })
  next: string;

  @ApiProperty({ type: Source })
  meta: Source;
}

/** A receiver as its owner sees it; instants are ISO 8601. */
export interface ReceiverView {
  id: string;
  url: string;
  description: string;
  /** Empty: all. */
  events: string[];
  state: 'on' | 'off';
  off_reason: string | null;
  failing_since: string | null;
  last_success_at: string | null;
  secrets: { hint: string; created_at: string; expires_at: string | null }[];
  created_at: string;
}

/** One event on its way to one receiver. */
export interface DeliveryView {
  id: string;
  receiver_id: string;
  /** The `webhook-id` of every attempt. */
  event_id: string;
  event_type: string;
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  /** An attempt is under way at this moment. */
  sending: boolean;
  attempts: number;
  /** Of the last attempt that ended. */
  last_status: number | null;
  last_reason: string | null;
  created_at: string;
  delivered_at: string | null;
  /** When the next attempt is due. */
  next_attempt_at: string | null;
}

export interface AttemptView {
  number: number;
  trigger: 'event' | 'retry' | 'resend' | 'recover' | 'test';
  started_at: string;
  duration_ms: number | null;
  status: number | null;
  reason: string | null;
  /** The first 4 KiB of the answer, or why there was none. */
  answer: string;
}

/** A delivery with all that was tried. */
export interface DeliveryDetail extends DeliveryView {
  body: string;
  log: AttemptView[];
}

/** The sending of what failed, as it goes on. */
export interface RecoveryView {
  id: string;
  receiver_id: string;
  since: string;
  state: 'running' | 'done';
  done: number;
  total: number;
  created_at: string;
  finished_at: string | null;
}
