import {
  characterProblem,
  CheckedBy,
  DateTime,
  EnumField,
  Field,
  Integer,
  IntegerField,
  NullableDateTime,
  NullableInteger,
  NullableNumber,
  NullableText,
  Property,
  StringListField,
  TextField,
} from '#platform/contract';
import { EVENT_TYPES } from '../events/catalogue.js';
import { MAX_QUEUED } from '../model/delivery.js';
import { MAX_DESCRIPTION_LENGTH, MAX_OVERLAP_HOURS } from '../model/errors.js';
import { type Environment, ENVIRONMENTS } from '../model/receiver.js';

const UrlField = ({ optional = false } = {}) =>
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
  @UrlField() url: string;

  @DescriptionField() description?: string;

  @EventsField() events?: string[];

  /** Where the events of the receiver happen (default `sandbox`). It cannot be changed. @example sandbox */
  @EnumField({ of: ENVIRONMENTS, optional: true }) environment?: Environment;
}

/** Omitted fields keep their values. */
export class ReceiverChange {
  @UrlField({ optional: true }) url?: string;

  @DescriptionField() description?: string;

  @EventsField() events?: string[];

  /** Whether events are sent to the receiver. */
  @EnumField({ of: ['on', 'off'], optional: true }) state?: 'on' | 'off';
}

export class RotateRequest {
  /** Hours during which the old secret signs as well (0–168, default 24). @example 24 */
  @IntegerField({ min: 0, max: MAX_OVERLAP_HOURS, optional: true }) overlap_hours?: number;
}

/** A signing secret, without its value. */
export class SecretView {
  /** Prefix and last characters of the secret. @example whsec_…aLaSw */
  hint: string;

  /** Time when the secret was created. */
  @DateTime() created_at: string;

  @NullableDateTime('Time when the secret stops signing; null for the current secret.', null) expires_at: string | null;
}

/** A webhook receiver. */
export class ReceiverView {
  /** Receiver ID. @example rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  id: string;

  /** URL that events are sent to. @example https://shop.example/webhooks */
  url: string;

  /** Description for people. @example "The shop" */
  description: string;

  /** Event types that the receiver gets; an empty list means all. */
  @Property({ example: [...EVENT_TYPES] }) events: string[];

  /** Where the events of the receiver happen. */
  @Property({ enum: ENVIRONMENTS }) environment: Environment;

  /** Whether events are sent to the receiver. */
  @Property({ enum: ['on', 'off'] }) state: 'on' | 'off';

  @NullableText('Why the receiver is off; null if it is on.', null) off_reason: string | null;

  @NullableDateTime('Time of the first failure since the last success; null if there was none.', null)
  failing_since: string | null;

  @NullableDateTime('Time of the last successful delivery; null if there was none.') last_success_at: string | null;

  /** Number of events that wait for their first attempt; 10001 means more than 10,000. @example 0 */
  @Property({ type: 'integer', minimum: 0, maximum: MAX_QUEUED + 1 }) queued: number;

  /** Number of deliveries that wait for another attempt; 10001 means more than 10,000. @example 0 */
  @Property({ type: 'integer', minimum: 0, maximum: MAX_QUEUED + 1 }) pending: number;

  /** Secrets that currently sign, newest first. */
  secrets: SecretView[];

  /** Time when the receiver was added. */
  @DateTime() created_at: string;
}

export class ReceiverList {
  /** Receivers, oldest first. */
  receivers: ReceiverView[];
}

export class NewReceiver extends ReceiverView {
  /** Signing secret. Shown only once. @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw */
  secret: string;
}

/** The receivers in the portal, with what their form needs. */
export class ReceiversView extends ReceiverList {
  /** Event types that a receiver can subscribe to. */
  @Property({ example: [...EVENT_TYPES] }) event_types: string[];

  /** Whether receivers may be in a private network, such as `http://localhost:4000`. */
  private_targets: boolean;
}

export class ReceiverWithSecret {
  /** The receiver. */
  receiver: ReceiverView;

  /** Signing secret. Shown only once. @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw */
  secret: string;
}

export class ReceiverRemoved {
  /** Always true. */
  @Property({ enum: [true] }) removed: true;
}

export class NewSecretView {
  /** Signing secret. Shown only once. @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw */
  secret: string;

  /** Time until which the old secret signs as well. */
  @DateTime() old_until: string;
}

/** One attempt to deliver any event to a receiver. */
class ReceiverAttempt {
  /** Delivery of the attempt. @example dlv_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  delivery_id: string;

  /** Number of the attempt; the first is 1. @example 1 */
  @Integer() number: number;

  /** Start of the attempt. */
  @DateTime() started_at: string;

  @NullableNumber('Duration in milliseconds; null if it is not known.', 84.2) duration_ms: number | null;

  @NullableInteger('HTTP status; null without a response.', 200) status: number | null;

  @NullableText('Why the attempt failed; null if it did not.', null) reason: string | null;
}

export class ReceiverAttempts {
  /** Attempts of the latest 100 deliveries, at most 200, oldest first. */
  attempts: ReceiverAttempt[];
}
