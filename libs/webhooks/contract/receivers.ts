import { ApiProperty } from '@nestjs/swagger';
import {
  characterProblem,
  EnumField,
  Field,
  TextField,
  IntegerField,
  StringListField,
  NullableDateTime,
  NullableText,
  CheckedBy,
} from '#platform/contract';
import { EVENT_TYPES } from '../events/catalogue.js';
import { MAX_QUEUED } from '../model/delivery.js';
import { MAX_DESCRIPTION_LENGTH, MAX_OVERLAP_HOURS } from '../model/errors.js';

const UrlField = (optional: boolean) =>
  TextField({
    max: 2_048,
    optional,
    description: 'URL that events are sent to.',
    example: 'https://shop.example/webhooks',
  });

/** The model checks the length. */
function problemOfDescription(value: unknown): string | undefined {
  if (typeof value !== 'string') return `must be a string of at most ${MAX_DESCRIPTION_LENGTH} characters`;
  return characterProblem(value.trim());
}

/** May be empty, unlike other text fields. */
const DescriptionField = () =>
  Field(
    {
      optional: true,
      allowsBlank: true,
      type: String,
      maxLength: MAX_DESCRIPTION_LENGTH,
      description: 'Description for people (up to 200 characters).',
      example: 'The shop',
    },
    CheckedBy(problemOfDescription),
  );

const EventsField = () =>
  StringListField({
    maxItems: 20,
    optional: true,
    description: 'Event types that the receiver gets; an empty list means all.',
    example: [...EVENT_TYPES],
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

  @EnumField({ of: ['on', 'off'], optional: true, description: 'Whether events are sent to the receiver.' })
  state?: 'on' | 'off';
}

export class RotateRequest {
  @IntegerField({
    min: 0,
    max: MAX_OVERLAP_HOURS,
    optional: true,
    description: 'Hours during which the old secret signs as well (0–168, default 24).',
    example: 24,
  })
  overlap_hours?: number;
}

/** A signing secret, without its value. */
export class SecretView {
  @ApiProperty({ description: 'First characters of the secret.', example: 'whsec_MfKQ…' })
  hint: string;

  @ApiProperty({ format: 'date-time', description: 'Time when the secret was created.' })
  created_at: string;

  @NullableDateTime('Time when the secret stops signing; null for the current secret.', null)
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
    example: [...EVENT_TYPES],
  })
  events: string[];

  @ApiProperty({ enum: ['on', 'off'], description: 'Whether events are sent to the receiver.' })
  state: 'on' | 'off';

  @NullableText('Why the receiver is off; null if it is on.', null)
  off_reason: string | null;

  @NullableDateTime('Time of the first failure since the last success; null if there was none.', null)
  failing_since: string | null;

  @NullableDateTime('Time of the last successful delivery; null if there was none.')
  last_success_at: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: MAX_QUEUED + 1,
    description: 'Number of events that wait for their first attempt; 10001 means more than 10,000.',
    example: 0,
  })
  queued: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: MAX_QUEUED + 1,
    description: 'Number of deliveries that wait for another attempt; 10001 means more than 10,000.',
    example: 0,
  })
  pending: number;

  @ApiProperty({ type: [SecretView], description: 'Secrets that currently sign, newest first.' })
  secrets: SecretView[];

  @ApiProperty({ format: 'date-time', description: 'Time when the receiver was added.' })
  created_at: string;
}

export class ReceiverList {
  @ApiProperty({ type: [ReceiverView], description: 'Receivers, oldest first.' })
  receivers: ReceiverView[];
}

export class NewReceiver extends ReceiverView {
  @ApiProperty({ description: 'Signing secret. Shown only once.', example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
  secret: string;
}

/** The receivers in the portal, with what their form needs. */
export class ReceiversView extends ReceiverList {
  @ApiProperty({
    type: [String],
    description: 'Event types that a receiver can subscribe to.',
    example: [...EVENT_TYPES],
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
