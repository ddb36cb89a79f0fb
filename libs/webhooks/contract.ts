import { ApiProperty } from '@nestjs/swagger';
import { Choice, Field, Instant, QueryText, QueryWhole, Source, Text, Whole, Words } from '#platform/contract';
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

/** The query of a request that follows events. */
export class FollowRequest {
  @Field({
    optional: true,
    problem: problemOfCursor,
    schema: {
      type: String,
      description: '`next` from the previous response. Without it, the call returns the current cursor.',
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
    description: 'Event id, the same as `webhook-id` of a webhook.',
    example: 'evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  })
  id: string;
}

export class FollowedEvents {
  @ApiProperty({ type: [RegisteredEvent], description: 'At most 100 events, oldest first.', maxItems: 100 })
  events: RegisteredEvent[];

  @ApiProperty({ description: 'Opaque cursor: the value of `after` for the next call.', example: 'NzQxLjA' })
  next: string;

  @ApiProperty({ type: Source })
  meta: Source;
}

const NAME = { type: String, nullable: true } as const;
const INSTANT = { type: String, format: 'date-time', nullable: true } as const;

const UrlField = (optional: boolean) =>
  Text({ max: 2_048, optional, description: 'Where events are sent to.', example: 'https://shop.example/webhooks' });

/** May be empty, which a text of other requests may not. */
const DescriptionField = () =>
  Field({
    optional: true,
    problem: value => (typeof value === 'string' ? undefined : 'must be text of at most 200 characters'),
    schema: { type: String, maxLength: 200, description: 'What it is, for people.', example: 'The shop' },
  });

const EventsField = () =>
  Words({ most: 20, optional: true, description: 'What it is told of; empty: all.', example: ['domain.registered'] });

export class NewReceiverRequest {
  @UrlField(false)
  url: string;

  @DescriptionField()
  description?: string;

  @EventsField()
  events?: string[];
}

/** What is left out stays as it is. */
export class ReceiverChange {
  @UrlField(true)
  url?: string;

  @DescriptionField()
  description?: string;

  @EventsField()
  events?: string[];

  @Choice({ of: ['on', 'off'], optional: true, description: 'Whether it is sent anything.' })
  state?: 'on' | 'off';
}

export class RotateRequest {
  @Whole({ min: 0, max: 168, optional: true, description: 'For how long the old secret signs as well.', example: 24 })
  overlap_hours?: number;
}

export class RecoverRequest {
  @Instant({ description: 'What failed since then is sent again.' })
  since: string;
}

export class DeliveriesQuery {
  @QueryText({ description: 'The `next` of the page before.', example: 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  before?: string;

  @QueryWhole({ min: 1, max: 200, usual: 50, description: 'So many at most.' })
  limit: number;

  @QueryText({ description: 'Those to this receiver.', example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  receiver?: string;

  @QueryText({
    description: 'Those in this state: pending, delivered, failed or skipped.',
    example: 'failed',
    form: /^(pending|delivered|failed|skipped)$/,
    must: 'must be pending, delivered, failed or skipped',
  })
  state?: 'pending' | 'delivered' | 'failed' | 'skipped';
}

/** A signing secret, without its value. */
export class SecretView {
  @ApiProperty({ example: 'whsec_MfKQ…' })
  hint: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ ...INSTANT, description: 'When it stops to sign; null for the one in use.' })
  expires_at: string | null;
}

/** A receiver as its owner sees it; instants are ISO 8601. */
export class ReceiverView {
  @ApiProperty({ example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ example: 'https://shop.example/webhooks' })
  url: string;

  @ApiProperty({ example: 'The shop' })
  description: string;

  @ApiProperty({ type: [String], description: 'What it is told of; empty: all.', example: ['domain.registered'] })
  events: string[];

  @ApiProperty({ enum: ['on', 'off'] })
  state: 'on' | 'off';

  @ApiProperty({ ...NAME, description: 'Why it is off.', example: null })
  off_reason: string | null;

  @ApiProperty({ ...INSTANT, description: 'The first failure since its last success.' })
  failing_since: string | null;

  @ApiProperty(INSTANT)
  last_success_at: string | null;

  @ApiProperty({ type: [SecretView], description: 'What signs now, the newest first.' })
  secrets: SecretView[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class ReceiversView {
  @ApiProperty({ type: [ReceiverView], description: 'The oldest first.' })
  receivers: ReceiverView[];

  @ApiProperty({ type: [String], description: 'What a receiver can ask for.', example: ['domain.registered'] })
  event_types: string[];

  @ApiProperty({
    description: 'Whether an address of this machine or its network may be one, such as `http://localhost:4000`.',
  })
  private_targets: boolean;
}

export class ReceiverWithSecret {
  @ApiProperty({ type: ReceiverView })
  receiver: ReceiverView;

  @ApiProperty({ description: 'Shown this once.', example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
  secret: string;
}

export class ReceiverRemoved {
  @ApiProperty({ enum: [true] })
  removed: true;
}

export class NewSecretView {
  @ApiProperty({ description: 'Shown this once.', example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
  secret: string;

  @ApiProperty({ format: 'date-time', description: 'Until when the old one signs as well.' })
  old_until: string;
}

export class TestSent {
  @ApiProperty({ example: 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  delivery_id: string;
}

const STATES = ['pending', 'delivered', 'failed', 'skipped'];

/** One event on its way to one receiver. */
export class DeliveryView {
  @ApiProperty({ example: 'dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  receiver_id: string;

  @ApiProperty({
    description: 'The `webhook-id` of every attempt.',
    example: 'evt_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
  })
  event_id: string;

  @ApiProperty({ example: 'domain.registered' })
  event_type: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What it tells of; a test tells of none.',
    example: 'my-shop.com',
  })
  domain: string | null;

  @ApiProperty({ enum: STATES })
  state: 'pending' | 'delivered' | 'failed' | 'skipped';

  @ApiProperty({ description: 'An attempt is under way at this moment.' })
  sending: boolean;

  @ApiProperty({ example: 1 })
  attempts: number;

  @ApiProperty({ type: Number, nullable: true, description: 'Of the last attempt that ended.', example: 200 })
  last_status: number | null;

  @ApiProperty({ ...NAME, example: null })
  last_reason: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty(INSTANT)
  delivered_at: string | null;

  @ApiProperty({ ...INSTANT, description: 'When the next attempt is due.' })
  next_attempt_at: string | null;
}

export class DeliveriesPage {
  @ApiProperty({ type: [DeliveryView], description: 'The newest first.' })
  deliveries: DeliveryView[];

  @ApiProperty({ ...NAME, description: 'For the next page; null when this is the last.' })
  next: string | null;
}

export class AttemptView {
  @ApiProperty({ description: 'The first is 1.', example: 1 })
  number: number;

  @ApiProperty({ enum: ['event', 'retry', 'resend', 'recover', 'test'] })
  trigger: 'event' | 'retry' | 'resend' | 'recover' | 'test';

  @ApiProperty({ format: 'date-time' })
  started_at: string;

  @ApiProperty({ type: Number, nullable: true, example: 84.2 })
  duration_ms: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 200 })
  status: number | null;

  @ApiProperty({ ...NAME, example: null })
  reason: string | null;

  @ApiProperty({ description: 'The first 4 KiB of the answer, or why there was none.', example: 'ok' })
  answer: string;
}

/** A delivery with all that was tried. */
export class DeliveryDetail extends DeliveryView {
  @ApiProperty({ description: 'What is sent, byte for byte.' })
  body: string;

  @ApiProperty({ type: [AttemptView], description: 'Every attempt, the first one first.' })
  log: AttemptView[];
}

/** The sending of what failed, as it goes on. */
export class RecoveryView {
  @ApiProperty({ example: 'rec_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ example: 'rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  receiver_id: string;

  @ApiProperty({ format: 'date-time' })
  since: string;

  @ApiProperty({ enum: ['running', 'done'] })
  state: 'running' | 'done';

  @ApiProperty({ description: 'How many are due again.', example: 20 })
  done: number;

  @ApiProperty({ description: 'How many there were when it began.', example: 42 })
  total: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty(INSTANT)
  finished_at: string | null;
}
