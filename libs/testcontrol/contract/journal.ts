import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import {
  BooleanField,
  CheckedBy,
  CursorOrTimeParameter,
  DateTime,
  DateTimeField,
  DurationField,
  EnumField,
  EnumParameter,
  Field,
  Integer,
  IntegerField,
  NextCursor,
  NullableInteger,
  NullableText,
  ObjectField,
  PageLimit,
  Property,
  TextField,
  TextParameter,
} from '#platform/contract';
import { DELIVERY_STATES, type DeliveryState, EVENT_TYPES } from '#webhooks/contract';
import { type Facade, FACADES, type OperationName, OPERATIONS } from '../model/fault-rule.js';
import { MAX_COUNT, problemOfTimes } from '../model/times.js';

const CURSOR = 'jrn_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI';

/** Filters of the journal; a request must match all of them. */
export class JournalQuery {
  /** Only this operation. @example order */
  @EnumParameter({ of: OPERATIONS }) operation?: OperationName;

  /** Only requests about this domain. @example my-shop.com */
  @TextParameter() domain?: string;

  /** Only requests about this order. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextParameter() order_id?: string;

  /** Only responses with this status or status class. Lost responses have no status, but the code `ANSWER_LOST`. @example 4xx */
  @TextParameter({ pattern: /^([1-5]\d\d|[2-5]xx)$/, message: 'must be a status such as 404, or 2xx, 3xx, 4xx or 5xx' })
  status?: string;

  /** Only responses with this error code. @example DOMAIN_TAKEN */
  @TextParameter() code?: string;

  /** Only requests that a fault changed (`true`), or only other requests (`false`). @example "true" */
  @EnumParameter({ of: ['true', 'false'] }) faulted?: 'true' | 'false';

  @CursorOrTimeParameter({
    description: '`next` from the previous page, or a date and time: only requests that were answered later.',
    example: CURSOR,
  })
  after?: string;

  @PageLimit('requests') limit: number;
}

/** A request to the sandbox. */
export class JournalRequest {
  /** Real time of the response. */
  @DateTime() at: string;

  /** `X-Request-Id` of the response. @example req_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  request_id: string;

  @Property({
    type: String,
    enum: [...OPERATIONS, null],
    nullable: true,
    description: 'Operation; null for requests that only read. A request to a facade has the last one that it began.',
    example: 'search',
  })
  operation: OperationName | null;

  @Property({
    type: String,
    enum: [...FACADES, null],
    nullable: true,
    description: 'Facade that answered the request; null for requests to the API.',
    example: null,
  })
  facade: Facade | null;

  /** HTTP method. @example POST */
  method: string;

  /** Path of the route. @example /api/v1/sandbox/domains/search */
  path: string;

  @NullableInteger('HTTP status; null if a fault closed the connection before the response.', 200)
  status: number | null;

  @NullableText('Error code; null on success. `ANSWER_LOST` if there was no response.', null) code: string | null;

  @NullableText('Domain of the request, if any.', 'my-shop.com') domain: string | null;

  @NullableText('Order of the request, if any.', null) order_id: string | null;

  /** Duration in milliseconds. @example 3.2 */
  duration_ms: number;

  @NullableText('Fault that changed the response: `header`, or the ID of a rule; null without a fault.', null)
  faulted: string | null;

  @NullableText(
    'Hash of the idempotency key: 16 hexadecimal digits, the same for equal keys; null without a key.',
    '2c26b46b68ffc68f',
  )
  idempotency_key: string | null;

  @NullableText(
    'Hash of the payment reference of a checkout: 16 hexadecimal digits, the same for equal references; null without a reference.',
    null,
  )
  payment_reference: string | null;

  /**
   * Whether the response repeats an earlier result, because of the idempotency key or the payment reference.
   * @example false
   */
  replayed: boolean;

  @NullableText('Header `User-Agent`, at most 255 characters; null if there is none.', 'my-shop/1.0')
  user_agent: string | null;
}

export class JournalPage {
  /** Requests, oldest first. */
  requests: JournalRequest[];

  @NextCursor(CURSOR, 'after') next: string | null;
}

const WHOLE_DOMAIN = 'Domain; patterns are not supported.';

/** The requests that a verification counts. */
export class ExpectedRequest {
  /** Operation. @example order */
  @EnumField({ optional: true, of: OPERATIONS }) operation?: OperationName;

  @TextField({ optional: true, max: 255, description: WHOLE_DOMAIN, example: 'my-shop.com' }) domain?: string;

  /** HTTP status. Lost responses have none; their code is `ANSWER_LOST`. @example 201 */
  @IntegerField({ optional: true, min: 100, max: 599 }) status?: number;

  /** Error code. @example DOMAIN_TAKEN */
  @TextField({ optional: true, max: 255 }) code?: string;

  /** Whether the response repeats an earlier result. @example false */
  @BooleanField({ optional: true }) replayed?: boolean;
}

/** Expected numbers of different values among the matching requests. */
export class Distinct {
  /** Number of different idempotency keys. @example 1 */
  @IntegerField({ optional: true, min: 0, max: MAX_COUNT }) idempotency_keys?: number;

  /** Number of different payment references. @example 1 */
  @IntegerField({ optional: true, min: 0, max: MAX_COUNT }) payment_references?: number;
}

/** The webhook deliveries that a verification counts. */
export class ExpectedDelivery {
  /** Event type. @example domain.registered */
  @EnumField({ optional: true, of: EVENT_TYPES }) event?: string;

  @TextField({ optional: true, max: 255, description: WHOLE_DOMAIN, example: 'my-shop.com' }) domain?: string;

  /** Receiver (ID). @example rcv_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextField({ optional: true, max: 255 }) receiver?: string;

  /** State of the delivery. @example delivered */
  @EnumField({ optional: true, of: DELIVERY_STATES }) state?: DeliveryState;
}

const COUNT = { type: 'integer', minimum: 0, maximum: MAX_COUNT };

/** Expected number of matches. A schema of its own, because some code generators skip bodies that repeat an inline object. */
export class TimesRange {
  /** Minimum (default 1, and 0 if `max` is 0). @example 1 */
  @IntegerField({ optional: true, min: 0, max: MAX_COUNT }) min?: number;

  /** Maximum (default: none). @example 3 */
  @IntegerField({ optional: true, min: 0, max: MAX_COUNT }) max?: number;
}

const TIMES = {
  anyOf: [COUNT, { $ref: getSchemaPath(TimesRange) }],
  description:
    'Expected number: exactly `n`, or `{"min": 1, "max": 3}`. `min` is 1 by default, and 0 if `max` is 0. Without `max`, there is no maximum.',
  example: 1,
};

/** Marks a member that belongs to one of two alternatives. The body must have exactly one alternative. */
const ofAlternative = (name: 'request' | 'delivery') => ({ 'x-alternative': name });

@ApiExtraModels(TimesRange)
export class VerifyRequest {
  /**
   * Counts the requests that match all of these fields. Send either `request` or `delivery`.
   * @example { "operation": "order", "domain": "my-shop.com", "status": 201 }
   */
  @ObjectField(ExpectedRequest, { optional: true, ...ofAlternative('request') }) request?: ExpectedRequest;

  /**
   * Counts the webhook deliveries that match all of these fields. A delivery exists from the outcome of its first
   * attempt on.
   */
  @ObjectField(ExpectedDelivery, { optional: true, ...ofAlternative('delivery') }) delivery?: ExpectedDelivery;

  @Field({ optional: true, ...(TIMES as object) }, CheckedBy(problemOfTimes))
  times?: number | { min?: number | null; max?: number | null };

  /**
   * Counts only requests and deliveries after this real time (default: the last reset of the tenant, at most 24 hours ago).
   * @example 2027-01-01T00:00:00Z
   */
  @DateTimeField({ optional: true }) after?: string;

  /** Expected numbers of different idempotency keys and payment references of the matching requests. */
  @ObjectField(Distinct, { optional: true, example: { payment_references: 1 }, ...ofAlternative('request') })
  distinct?: Distinct;

  /** Maximum time to wait until the number is reached, at most `PT30S` (default `PT0S`). @example PT5S */
  @DurationField({ optional: true }) within?: string;

  /**
   * Time without a further match after the number is reached, at most `PT10S`. Each further match restarts it. The
   * verification ends after `within` plus this time at the latest.
   * @example PT1S
   */
  @DurationField({ optional: true }) settle?: string;
}

/** A webhook delivery. */
export class JournalDelivery {
  /** Real time at which the delivery was recorded. */
  @DateTime() at: string;

  /** Delivery ID. @example dlv_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  delivery_id: string;

  /** Event ID. @example evt_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  event_id: string;

  /** Event type. @example domain.registered */
  event: string;

  @NullableText('Domain of the event, if any.', 'my-shop.com') domain: string | null;

  /** Receiver (ID). @example rcv_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  receiver: string;

  /** State of the delivery. @example delivered */
  @Property({ enum: DELIVERY_STATES }) state: DeliveryState;

  /** Number of attempts. @example 1 */
  @Integer() attempts: number;

  @NullableText('Effect of the fault that alters the delivery; null without a fault.', null) altered: string | null;

  @NullableText('Fault of the delivery: a rule ID, or `header`; null without a fault.', null)
  altered_by: string | null;
}

export class DistinctView {
  /** Number of different idempotency keys. @example 1 */
  @Integer() idempotency_keys: number;

  /** Number of different payment references. @example 1 */
  @Integer() payment_references: number;
}

const ENTRY = { anyOf: [{ $ref: getSchemaPath(JournalRequest) }, { $ref: getSchemaPath(JournalDelivery) }] };

@ApiExtraModels(JournalRequest, JournalDelivery)
export class Verified {
  /** Whether all expectations are met. @example true */
  satisfied: boolean;

  /** Expectations that are not met, one sentence each. @example [] */
  reasons: string[];

  @Property({
    type: 'integer',
    minimum: 0,
    maximum: MAX_COUNT,
    description: `Number of matches, counted up to ${MAX_COUNT}.`,
    example: 1,
  })
  count: number;

  /** Numbers of different values among the matches; only if `distinct` was sent. */
  distinct?: DistinctView;

  /** The first 10 matches, oldest first. */
  @Property({ type: 'array', items: ENTRY }) matches: (JournalRequest | JournalDelivery)[];

  @Property({
    type: 'array',
    items: ENTRY,
    example: [],
    description: 'If there are too few matches: up to 3 entries that match most of the fields, newest first.',
  })
  nearest: (JournalRequest | JournalDelivery)[];
}
