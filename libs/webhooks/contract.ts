import { ApiProperty } from '@nestjs/swagger';
import {
  Choice,
  Field,
  Instant,
  NextCursor,
  QueryText,
  QueryWhole,
  Source,
  Text,
  Whole,
  Words,
} from '#platform/contract';
import { problemOfCursor } from './model/cursor.js';

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

  @QueryWhole({
    min: 0,
    max: 25,
    usual: 20,
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

const NAME = { type: String, nullable: true } as const;
const INSTANT = { type: String, format: 'date-time', nullable: true } as const;

const UrlField = (optional: boolean) =>
  Text({ max: 2_048, optional, description: 'URL that events are sent to.', example: 'https://shop.example/webhooks' });

/** May be empty, unlike other text fields. */
const DescriptionField = () =>
  Field({
    optional: true,
    problem: value => (typeof value === 'string' ? undefined : 'must be text of at most 200 characters'),
    schema: {
      type: String,
      maxLength: 200,
      description: 'Description for people (up to 200 characters).',
      example: 'The shop',
    },
  });

const EventsField = () =>
  Words({
    most: 20,
    optional: true,
    description: 'Event types that the receiver gets; an empty list means all.',
    example: ['domain.registered'],
  });

export class NewReceiverRequest {
  @UrlField(false)
  url: string;

  @DescriptionField()
  description?: string;

  @EventsField()
  events?: string[];
}

/** Omitted fields keep their values. */
export class ReceiverChange {
  @UrlField(true)
  url?: string;

  @DescriptionField()
  description?: string;

  @EventsField()
  events?: string[];

  @Choice({ of: ['on', 'off'], optional: true, description: 'Whether events are sent to the receiver.' })
  state?: 'on' | 'off';
}

export class RotateRequest {
  @Whole({
    min: 0,
    max: 168,
    optional: true,
    description: 'Hours during which the old secret signs as well (0–168, default 24).',
    example: 24,
  })
  overlap_hours?: number;
}

export class RecoverRequest {
  @Instant({ description: 'Start of the recovery (RFC 3339, years 0001–9999), in the past.' })
  since: string;
}

export class DeliveriesQuery {
  @QueryText({ description: '`next` from the previous page.', example: 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  before?: string;

  @QueryWhole({ min: 1, max: 200, usual: 50, description: 'Maximum number of deliveries (1–200, default 50).' })
  limit: number;

  @QueryText({ description: 'Only deliveries to this receiver (ID).', example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  receiver?: string;

  @QueryText({
    description: 'Only deliveries in this state: `pending`, `delivered`, `failed` or `skipped`.',
    example: 'failed',
    form: /^(pending|delivered|failed|skipped)$/,
    must: 'must be pending, delivered, failed or skipped',
  })
  state?: 'pending' | 'delivered' | 'failed' | 'skipped';
}

/** A signing secret, without its value. */
export class SecretView {
  @ApiProperty({ description: 'First characters of the secret.', example: 'whsec_MfKQ…' })
  hint: string;

  @ApiProperty({ format: 'date-time', description: 'Time when the secret was created.' })
  created_at: string;

  @ApiProperty({
    ...INSTANT,
    description: 'Time when the secret stops signing; null for the current secret.',
    example: null,
  })
  expires_at: string | null;
}

/** A webhook receiver. */
export class ReceiverView {
  @ApiProperty({ description: 'Receiver ID.', example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'URL that events are sent to.', example: 'https://shop.example/webhooks' })
  url: string;

  @ApiProperty({ description: 'Description for people.', example: 'The shop' })
  description: string;

  @ApiProperty({
    type: [String],
    description: 'Event types that the receiver gets; an empty list means all.',
    example: ['domain.registered'],
  })
  events: string[];

  @ApiProperty({ enum: ['on', 'off'], description: 'Whether events are sent to the receiver.' })
  state: 'on' | 'off';

  @ApiProperty({ ...NAME, description: 'Why the receiver is off; null if it is on.', example: null })
  off_reason: string | null;

  @ApiProperty({
    ...INSTANT,
    description: 'Time of the first failure since the last success; null if there was none.',
    example: null,
  })
  failing_since: string | null;

  @ApiProperty({ ...INSTANT, description: 'Time of the last successful delivery; null if there was none.' })
  last_success_at: string | null;

  @ApiProperty({ type: [SecretView], description: 'Secrets that currently sign, newest first.' })
  secrets: SecretView[];

  @ApiProperty({ format: 'date-time', description: 'Time when the receiver was added.' })
  created_at: string;
}

export class ReceiversView {
  @ApiProperty({ type: [ReceiverView], description: 'Receivers, oldest first.' })
  receivers: ReceiverView[];

  @ApiProperty({
    type: [String],
    description: 'Event types that a receiver can subscribe to.',
    example: ['domain.registered'],
  })
  event_types: string[];

  @ApiProperty({
    description: 'Whether receivers may be in a private network, such as `http://localhost:4000`.',
  })
  private_targets: boolean;
}

export class ReceiverWithSecret {
  @ApiProperty({ type: ReceiverView, description: 'The receiver.' })
  receiver: ReceiverView;

  @ApiProperty({ description: 'Signing secret. Shown only once.', example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
  secret: string;
}

export class ReceiverRemoved {
  @ApiProperty({ enum: [true], description: 'Always true.' })
  removed: true;
}

export class NewSecretView {
  @ApiProperty({ description: 'Signing secret. Shown only once.', example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
  secret: string;

  @ApiProperty({ format: 'date-time', description: 'Time until which the old secret signs as well.' })
  old_until: string;
}

export class TestSent {
  @ApiProperty({ description: 'Delivery of the test event.', example: 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  delivery_id: string;
}

const STATES = ['pending', 'delivered', 'failed', 'skipped'];

/** The delivery of one event to one receiver. */
export class DeliveryView {
  @ApiProperty({ description: 'Delivery ID.', example: 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'Receiver of the delivery.', example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  receiver_id: string;

  @ApiProperty({
    description: 'Event ID, the `webhook-id` of every attempt.',
    example: 'evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  })
  event_id: string;

  @ApiProperty({ description: 'Event type.', example: 'domain.registered' })
  event_type: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Domain of the event; null for a test event.',
    example: 'my-shop.com',
  })
  domain: string | null;

  @ApiProperty({ enum: STATES, description: 'State of the delivery.' })
  state: 'pending' | 'delivered' | 'failed' | 'skipped';

  @ApiProperty({ description: 'Whether an attempt is in progress.' })
  sending: boolean;

  @ApiProperty({ type: 'integer', description: 'Number of attempts.', example: 1 })
  attempts: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'HTTP status of the last finished attempt; null without a response.',
    example: 200,
  })
  last_status: number | null;

  @ApiProperty({ ...NAME, description: 'Why the last finished attempt failed; null if it did not.', example: null })
  last_reason: string | null;

  @ApiProperty({ format: 'date-time', description: 'Time when the delivery was created.' })
  created_at: string;

  @ApiProperty({ ...INSTANT, description: 'Time of the successful attempt; null if there was none.' })
  delivered_at: string | null;

  @ApiProperty({ ...INSTANT, description: 'Time of the next attempt; null if there is none.', example: null })
  next_attempt_at: string | null;
}

export class DeliveriesPage {
  @ApiProperty({ type: [DeliveryView], description: 'Deliveries, newest first.' })
  deliveries: DeliveryView[];

  @NextCursor('dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012')
  next: string | null;
}

export class AttemptView {
  @ApiProperty({ type: 'integer', description: 'Number of the attempt; the first is 1.', example: 1 })
  number: number;

  @ApiProperty({ enum: ['event', 'retry', 'resend', 'recover', 'test'], description: 'Cause of the attempt.' })
  trigger: 'event' | 'retry' | 'resend' | 'recover' | 'test';

  @ApiProperty({ format: 'date-time', description: 'Start of the attempt.' })
  started_at: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Duration in milliseconds; null if it is not known.',
    example: 84.2,
  })
  duration_ms: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'HTTP status; null without a response.',
    example: 200,
  })
  status: number | null;

  @ApiProperty({ ...NAME, description: 'Why the attempt failed; null if it did not.', example: null })
  reason: string | null;

  @ApiProperty({ description: 'First 4 KiB of the response body, or why there was no response.', example: 'ok' })
  answer: string;
}

/** A delivery with its body and attempts. */
export class DeliveryDetail extends DeliveryView {
  @ApiProperty({
    description: 'Request body, byte for byte.',
    example: '{"type":"domain.registered","timestamp":"2025-11-21T07:00:00.000Z","data":{}}',
  })
  body: string;

  @ApiProperty({ type: [AttemptView], description: 'Attempts, oldest first.' })
  log: AttemptView[];
}

/** The progress of a recovery. */
export class RecoveryView {
  @ApiProperty({ description: 'Recovery ID.', example: 'rec_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'Receiver of the deliveries.', example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  receiver_id: string;

  @ApiProperty({ format: 'date-time', description: 'Start of the recovery range.' })
  since: string;

  @ApiProperty({ enum: ['running', 'done'], description: 'State of the recovery.' })
  state: 'running' | 'done';

  @ApiProperty({ type: 'integer', description: 'Number of deliveries that are pending again.', example: 20 })
  done: number;

  @ApiProperty({ type: 'integer', description: 'Number of failed deliveries at the start.', example: 42 })
  total: number;

  @ApiProperty({ format: 'date-time', description: 'Time when the recovery was started.' })
  created_at: string;

  @ApiProperty({
    ...INSTANT,
    description: 'Time when the recovery was finished; null while it is running.',
    example: null,
  })
  finished_at: string | null;
}
